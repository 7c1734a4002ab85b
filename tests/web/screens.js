// What is wrong with a table on this screen, as sentences, in each of the languages.  Evaluated in the page by test_screens.py.
async ({ least, share, languages }) => {
  const READABLE = 10.95; // pixels: the height of a name on the map
  const SLACK = 1; // pixels that a text may stand out: letters are rounded, boxes are not
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
    return all(".sheet text")
      .filter((text) => /\p{L}{2}/u.test(text.textContent) && shown(text))
      .map((text) => [text.textContent.trim(), parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b)])
      .filter(([, height]) => height < READABLE)
      .slice(0, 3)
      .map(([text, height]) => `"${text}" on the map is ${height.toFixed(1)} px high`);
  }

  /** Letters beyond the end of their path are not drawn at all. */
  function fitsAlong(course) {
    const length = document.querySelector(course.getAttribute("href")).getTotalLength();
    const start = (length * parseFloat(course.getAttribute("startOffset"))) / 100;
    const centred = getComputedStyle(course).textAnchor === "middle";
    return course.getComputedTextLength() <= (centred ? 2 * Math.min(start, length - start) : length - start) + SLACK;
  }

  /** Drawn texts that stand out of their drawing; a map in its window may be moved. */
  function drawnTexts() {
    return all(".page svg text")
      .filter((text) => text.textContent.trim() && shown(text))
      .filter((text) => {
        const course = text.querySelector("textPath");
        if (course && !fitsAlong(course)) return true;
        const drawing = text.closest(".sheet") ?? text.ownerSVGElement.closest("svg:not(svg svg)");
        const [{ left, right, top, bottom }, own] = [drawing.getBoundingClientRect(), text.getBoundingClientRect()];
        return own.width > 0 && (own.left < left - SLACK || own.right > right + SLACK || own.top < top - 4 || own.bottom > bottom + 4);
      })
      .map((text) => `"${text.textContent.trim()}" is cut off by its drawing`);
  }

  /** A text that ends with an ellipsis is in a tip, which a resting pointer or a long press opens on the board, or behind a link. */
  function readInFull(box) {
    const text = box.textContent.trim().toLowerCase();
    const tip = box.closest("[data-place], [data-tip], [role=img][aria-label], button[aria-label], [title], [data-title]");
    const told = [tip?.ariaLabel, tip?.title, tip?.dataset.title, tip?.querySelector("[aria-label]")?.ariaLabel].some((label) => label?.toLowerCase().includes(text));
    return (told && (least < 44 || box.closest(".board"))) || box.closest("a, button") !== null;
  }

  /** What is wrong with the text of a node. */
  function textFault(node) {
    const own = node.parentElement;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0 || getComputedStyle(own).clipPath !== "none") return null;
    for (let box = own, scrolled = false; box && box !== document.body && !scrolled; box = box.parentElement) {
      const style = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (style.textOverflow === "ellipsis" && box.scrollWidth > box.clientWidth) return readInFull(box) ? null : "cannot be read in full";
      if (box === own && style.display !== "inline" && (text.left < left - SLACK || text.right > right + SLACK)) return "is wider than its box";
      scrolled = /auto|scroll/.test(style.overflowX + style.overflowY);
      const cut = !scrolled && /hidden|clip/.test(style.overflowX) && (text.left < left - SLACK || text.right > right + SLACK || text.top < top - 4 || text.bottom > bottom + 4);
      if (cut) return "is cut off";
      if (scrolled) return null;
    }
    const home = own.closest("section, header, .panel, .dock").getBoundingClientRect();
    if (text.left < home.left - SLACK || text.right > home.right + SLACK) return "leaves its place";
    if (text.left < -1 || text.right > innerWidth + 1 || text.top < -1 || text.bottom > innerHeight + 1) return "leaves the screen";
    for (const across of [0.5, 0.05, 0.95]) {
      const hit = document.elementFromPoint(text.left + text.width * across, text.top + text.height / 2);
      if (hit && !hit.contains(own) && !own.contains(hit)) return `lies below ${hit.className || hit.tagName}`;
    }
    return null;
  }

  /** What can be looked at beside the map, but is cut off by something around it; on low screens columns and panels may scroll. */
  function cuts() {
    const most = { visible: Infinity, hidden: 6, clip: 6, auto: innerHeight <= 720 || least > 24 ? Infinity : 30 }; // pixels
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
    if (share === 0) return [];
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
    const faults = [...boardShare(), ...(await targets()), ...names(), ...texts(), ...drawnTexts(), ...cuts()];
    if (language === languages[0]) faults.push(...(await press())); // zooming costs much time and does not depend on words
    found.push(...faults.map((fault) => `in ${language}: ${fault}`));
  }
  return [...new Set(found)];
}
