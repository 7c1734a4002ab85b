// What is wrong with a table on this screen, as sentences, in each of the languages.  Evaluated in the page by test_screens.py.
async ({ least, share, languages }) => {
  const frame = () => new Promise(requestAnimationFrame);
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const round = ({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(" ");
  const named = (element) => element.dataset.place ?? element.ariaLabel ?? element.textContent.trim().slice(0, 40);
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".unseen, [inert]");
  const board = () => document.querySelector("[data-board]");
  const size = () => round(board().getBoundingClientRect());

  /** Wait until nothing moves any more: a changed size or language needs some frames to be laid out. */
  async function settled() {
    const signature = () => all("[data-board], .sheet, .dock, .panel, .hand").map((each) => round(each.getBoundingClientRect()) + each.style.transform).join();
    for (let before = "", same = 0; same < 2; ) {
      await frame();
      const now = signature();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }

  async function speak(language) {
    if (document.documentElement.lang === language) return;
    const choice = document.querySelector(`select:has([value="${language}"])`);
    choice.value = language;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    while (document.documentElement.lang !== language) await frame();
  }

  /** Some point of the element is uncovered. */
  function pressable(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.5, 0.2, 0.8].some((across) =>
      [0.5, 0.2, 0.8].some((down) => {
        const hit = document.elementFromPoint(left + width * across, top + height * down);
        return hit !== null && (element.contains(hit) || (hit.contains(element) && hit.matches("button, [role=button], label")));
      }),
    );
  }

  /** Large enough, on the map after the tap that brings it closer. */
  function large(element) {
    const window = element.closest(".window");
    const times = window ? Math.max(1, Number(window.dataset.closer)) : 1;
    const { width, height } = element.getBoundingClientRect();
    return Math.min(width, height) * times >= least - 0.5;
  }

  /** The places of legal moves, and the buttons of the dock, that cannot be pressed now; each with what is wrong. */
  function unreachable() {
    const places = Map.groupBy(all(".board .touchable, .dock button:enabled"), named);
    return new Map(
      [...places]
        .filter(([, elements]) => !elements.some((element) => shown(element) && pressable(element) && large(element)))
        .map(([place, elements]) => [place, `${place} cannot be pressed: ${elements.map((one) => round(one.getBoundingClientRect())).join("; ")}`]),
    );
  }

  /** Every target is in sight, or in a panel that one tap opens. */
  async function targets() {
    const hidden = unreachable();
    const handle = document.querySelector(".over > .fold");
    if (hidden.size === 0 || !handle || !shown(handle) || !pressable(handle)) return [...hidden.values()];
    const panel = handle.parentElement;
    const before = panel.className;
    handle.click();
    await settled();
    const still = unreachable();
    while (panel.className !== before) {
      handle.click();
      await settled();
    }
    return [...hidden].filter(([place]) => still.has(place)).map(([, fault]) => fault);
  }

  /** The names on the map can be read, once it is as close as one decides. */
  function names() {
    const window = document.querySelector(".window");
    if (!window || Number(window.dataset.closer) > 1.02) return [];
    const unit = parseFloat(getComputedStyle(window).getPropertyValue("--unit"));
    return all(".sheet text.name")
      .map((text) => parseFloat(getComputedStyle(text).fontSize) / unit)
      .filter((height) => height < 10.95)
      .slice(0, 1)
      .map((height) => `names on the map are ${height.toFixed(1)} px`);
  }

  /** What is wrong with the text of a node; a long name may end with an ellipsis if most of it is there. */
  function textFault(node) {
    const own = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0 || getComputedStyle(own).clipPath !== "none") return null;
    for (let box = own, scrolled = false; box && box !== document.body && !scrolled; box = box.parentElement) {
      const style = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (style.textOverflow === "ellipsis") return box.clientWidth >= 0.6 * box.scrollWidth ? null : "is hardly there";
      if (box === own && style.display !== "inline" && (text.left < left - 3 || text.right > right + 3)) return "is wider than its box";
      scrolled = /auto|scroll/.test(style.overflowX + style.overflowY);
      const cut = !scrolled && /hidden|clip/.test(style.overflowX) && (text.left < left - 2 || text.right > right + 2 || text.top < top - 4 || text.bottom > bottom + 4);
      if (cut) return "is cut off";
      if (scrolled) return null;
    }
    const home = own.closest("section, header, .panel, .dock").getBoundingClientRect();
    if (text.left < home.left - 3 || text.right > home.right + 3) return "leaves its place";
    if (text.left < -1 || text.right > innerWidth + 1 || text.top < -1 || text.bottom > innerHeight + 1) return "leaves the screen";
    const hit = document.elementFromPoint(text.left + text.width / 2, text.top + text.height / 2);
    return hit && !hit.contains(own) && !own.contains(hit) ? `lies below ${hit.className || hit.tagName}` : null;
  }

  /** What can be looked at beside the map, but is cut off by something around it; on low screens columns and panels may scroll. */
  function cuts() {
    const most = { visible: Infinity, hidden: 6, clip: 6, auto: innerHeight < 700 || least > 24 ? Infinity : 30 }; // pixels
    const faults = new Set();
    for (const element of all(".board :is([data-place], [data-tip], [role=img], button)")) {
      if (element.closest("svg, .sheet, .veil") || !shown(element)) continue;
      const own = element.getBoundingClientRect();
      for (let box = element.parentElement; box.closest(".board"); box = box.parentElement) {
        const { top, bottom, left, right } = box.getBoundingClientRect();
        const cut = Math.max(top - own.top, own.bottom - bottom, left - own.left, own.right - right);
        if (cut > 6 && cut > most[getComputedStyle(box).overflowY]) faults.add(`${named(element)} is cut off by ${Math.round(cut)} px`);
      }
    }
    return [...faults];
  }

  function texts() {
    const faults = [];
    const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.data.trim() || node.parentElement.closest("svg, select, .drawer, aside, details > :not(summary)") || !shown(node.parentElement)) continue;
      const fault = textFault(node);
      if (fault) faults.push(`"${node.data.trim()}" ${fault}`);
    }
    return faults;
  }

  /** The part of the screen in which the board is not covered, by points that are spread evenly. */
  function boardShare() {
    const POINTS = 600;
    let inside = 0;
    for (let point = 0; point < POINTS; point++) {
      const [across, down] = [(point * 0.7548777) % 1, (point * 0.5698403) % 1];
      if (board().contains(document.elementFromPoint(across * innerWidth, down * innerHeight))) inside++;
    }
    const part = inside / POINTS;
    return part >= share - 0.005 ? [] : [`the board has ${(100 * part).toFixed(1)} % of the screen`];
  }

  /** Press the first place on the map and see whether everything stays where it is. */
  async function press() {
    const place = document.querySelector(".sheet .touchable");
    if (!place) return [];
    const before = size();
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await settled();
    const faults = [...names(), ...(await targets())];
    if (size() !== before) faults.push("the board jumps");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    document.querySelector(".frame > .tools button:nth-last-child(3)")?.click(); // the whole map
    await settled();
    return faults.map((fault) => `after a press ${fault}`);
  }

  const found = [];
  for (const language of languages) {
    await speak(language);
    await settled();
    const faults = [...boardShare(), ...(await targets()), ...names(), ...texts()];
    // Zooming costs most of the time; neither depends on words.
    if (language === languages[0]) faults.push(...cuts(), ...(await press()));
    found.push(...faults.map((fault) => `in ${language}: ${fault}`));
  }
  return [...new Set(found)];
}
