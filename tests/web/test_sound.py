"""The sounds of every game, rendered by a browser: none is cut off, clicks or drowns another."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WEB = Path(__file__).parents[2] / "web"
BUNDLER = WEB / "node_modules" / ".bin" / "rolldown"
ENTRY = """
import {{ SOUNDS, PLAIN }} from "{web}/src/features/sound/sounds.ts";
import {{ setStage }} from "{web}/src/features/sound/synth.ts";
{imports}
globalThis.sounds = {{ SOUNDS, setStage, games: {{ PLAIN, {games} }} }};
"""
# Decibels of the peak and of the loudest tenth of a second, seconds until silence, and the first and the last sample.
MEASURE = """async () => {
    const rate = 44100, decibels = value => 20 * Math.log10(value), found = [];
    const pairs = (one, other) => Object.entries(one).flatMap(a => Object.entries(other).map(b => [...a, ...b]));
    for (const [game, scape, name, play] of pairs(sounds.games, sounds.SOUNDS)) {
        const context = new OfflineAudioContext(1, 4 * rate, rate);
        play(sounds.setStage(context), 0.1, scape);
        const samples = (await context.startRendering()).getChannelData(0);
        const heard = samples.findLastIndex(sample => Math.abs(sample) > 0.001) / rate - 0.1;
        let [energy, most, peak] = [0, 0, 0];
        for (const [index, sample] of samples.entries()) {
            energy += sample ** 2 - (samples[index - rate / 10] ?? 0) ** 2;
            [most, peak] = [Math.max(most, energy), Math.max(peak, Math.abs(sample))];
        }
        const [first, last] = [samples.find(Boolean), samples.findLast(Boolean)].map(Math.abs);
        found.push({ name: `${game} ${name}`, peak: decibels(peak), heard, first, last,
            loudness: decibels(Math.sqrt(most / (rate / 10))) });
    }
    return found;
}"""


def test_all_sounds_are_clean_and_about_as_loud(browser: Browser, tmp_path: Path) -> None:
    if not BUNDLER.exists():
        pytest.skip("the client's packages are not installed. Run: npm ci, in the folder web")
    games = sorted(path.parent.name for path in WEB.glob("src/games/*/sounds.ts"))
    imports = "\n".join(f'import {{ sounds as {game} }} from "{WEB}/src/games/{game}/sounds.ts";' for game in games)
    (tmp_path / "entry.ts").write_text(ENTRY.format(web=WEB, imports=imports, games=", ".join(games)))
    subprocess.run(
        [BUNDLER, tmp_path / "entry.ts", "--format", "iife", "--file", tmp_path / "sounds.js"], check=True, cwd=WEB
    )
    page = browser.new_page()
    page.evaluate((tmp_path / "sounds.js").read_text())
    found = page.evaluate(MEASURE)
    page.close()
    assert len(found) >= 5 * 8
    for sound in found:
        assert -24 < sound["peak"] < -6, sound  # four may sound at once
        assert 0.05 < sound["heard"] < 3, sound
        assert max(sound["first"], sound["last"]) < 0.001, sound
    loudness = sorted((sound["loudness"], sound["name"]) for sound in found)
    assert loudness[-1][0] - loudness[0][0] < 12, (loudness[0], loudness[-1])
