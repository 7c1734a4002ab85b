// What is wrong with a table on this screen, as sentences.  Evaluated in the page by test_screens.py.
async ({ least, share }) => {
  const frames = (count) =>
    new Promise((done) => {
      const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : done());
      next(count);
    });
  const round = ({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(" ");
  const named = (element) => element.dataset.place ?? element.ariaLabel ?? element.textContent.trim().slice(0, 40);
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const hidden = (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || Boolean(element.closest(".unseen, [inert]"));

  /** Some point of the element can be pressed. */
  function pressable(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.5, 0.2, 0.8].some((across) =>
      [0.5, 0.2, 0.8].some((down) => {
        const hit = document.elementFromPoint(left + width * across, top + height * down);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      }),
    );
  }

  const large = (element, times = 1) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.min(width, height) * times >= least - 0.5;
  };

  /** Every place of a legal move is in sight and large enough, on the map after the tap that brings it closer. */
  function targets() {
    const places = Map.groupBy(all(".board .touchable, .dock button:enabled"), named);
    const faults = [];
    for (const [place, elements] of places) {
      const fine = elements.some((element) => {
        if (hidden(element)) return false;
        const window = element.closest(".window");
        return window ? large(element, Math.max(1, Number(window.dataset.closer))) : pressable(element) && large(element);
      });
      if (!fine) faults.push(`${place} cannot be pressed: ${elements.map((one) => round(one.getBoundingClientRect())).join("; ")}`);
    }
    return faults;
  }

  /** The names on the map can be read, once it is as close as one decides. */
  function names() {
    const window = document.querySelector(".window");
    if (!window || Number(window.dataset.closer) > 1.02) return [];
    const unit = parseFloat(getComputedStyle(window).getPropertyValue("--unit"));
    return all(".sheet text.name")
      .map((text) => parseFloat(getComputedStyle(text).fontSize) / unit)
      .filter((size) => size < 10.95)
      .slice(0, 1)
      .map((size) => `names on the map are ${size.toFixed(1)} px`);
  }

  /** Text stays inside its box and on the screen; names may end with an ellipsis. */
  function texts() {
    const faults = [];
    const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      let box = node.parentElement;
      if (!node.data.trim() || box.closest("svg, select, .drawer, aside") || hidden(box)) continue;
      const style = getComputedStyle(box);
      if (style.clipPath !== "none") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) continue;
      while (getComputedStyle(box).display.startsWith("inline") && !box.matches("button")) box = box.parentElement;
      if (getComputedStyle(box).textOverflow === "ellipsis" || box.parentElement.closest("[style*=clip]")) continue;
      const { left, right } = box.getBoundingClientRect();
      if (text.left < left - 3 || text.right > right + 3) faults.push(`"${node.data.trim()}" is wider than its box`);
      const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
      if ((text.left < -1 || text.right > innerWidth + 1) && !scrolls(box)) faults.push(`"${node.data.trim()}" leaves the screen`);
    }
    return faults;
  }

  function board() {
    const { width, height } = document.querySelector("[data-board]").getBoundingClientRect();
    const part = (width * height) / (innerWidth * innerHeight);
    return part >= share ? [] : [`the board has ${Math.round(100 * part)} % of the screen`];
  }

  /** Press the first place on the map and see whether everything stays where it is. */
  async function press() {
    const place = document.querySelector(".sheet .touchable");
    if (!place) return [];
    const before = round(document.querySelector("[data-board]").getBoundingClientRect());
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await frames(3);
    const faults = [...names(), ...targets()];
    if (round(document.querySelector("[data-board]").getBoundingClientRect()) !== before) faults.push("the board jumps");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await frames(1);
    return faults;
  }

  // A changed size needs some frames to be laid out.
  let faults = [];
  for (let tries = 0; tries < 30; tries++) {
    await frames(2);
    faults = [...board(), ...targets(), ...texts()];
    if (faults.length === 0) break;
  }
  return [...new Set([...faults, ...(await press())])];
}
