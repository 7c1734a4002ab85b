/**
 * Turns a part of the page into pixels: its elements and all styles become one SVG image, which a canvas draws.  Such an
 * image loads nothing, so fonts and pictures are put into it.
 */

const XHTML = "http://www.w3.org/1999/xhtml";

/** Nothing moves in a picture, where what fades in would not be there yet, and nothing can be pressed. */
const STILL = `*, *::before, *::after { animation: none !important; transition: none !important; }
.stage :is(.button, .tools) { visibility: hidden !important; }`;

/** The styles of the page, with whatever they refer to; of the fonts those that are in use. */
export async function pageStyles(): Promise<string> {
  const sheets = await Promise.all([...document.styleSheets].map(async (sheet) => inlined(await sourceOf(sheet), sheet.href ?? location.href)));
  return `${sheets.join("\n")}\n${STILL}`;
}

/** Draw an element of a given size in another one. */
export async function drawn(element: Element, styles: string, from: Size, to: Size): Promise<Uint8ClampedArray> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureOf(element, styles, from))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = to.width;
  canvas.height = to.height;
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("background-color") || "#fff";
  context.fillRect(0, 0, to.width, to.height);
  context.drawImage(image, 0, 0, to.width, to.height);
  return context.getImageData(0, 0, to.width, to.height).data;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

function pictureOf(element: Element, styles: string, { width, height }: Size): string {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === "dark" || (root.dataset["theme"] === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
  const holder = document.createElementNS(XHTML, "div");
  holder.append(element.cloneNode(true));
  const drawing = new XMLSerializer().serializeToString(holder);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" data-theme="${dark ? "dark" : "light"}" lang="${root.lang}">` +
    `<style>${styles.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style>` +
    `<foreignObject width="100%" height="100%">${drawing}</foreignObject></svg>`
  );
}

/** A style sheet as it was written: what browsers make of some of its rules cannot be read back. */
async function sourceOf({ href, ownerNode }: CSSStyleSheet): Promise<string> {
  return href ? (await fetch(href)).text() : (ownerNode?.textContent ?? "");
}

const known = new Map<string, Promise<string>>();

/** A style sheet whose files are part of it. */
async function inlined(source: string, base: string): Promise<string> {
  const used = usedFonts();
  const css = source.replaceAll(/@font-face\s*\{[^}]*\}/g, (rule) => (filesIn(rule, base).some((file) => used.has(file)) ? rule : ""));
  const data = new Map<string, string>();
  for (const file of filesIn(css, base)) data.set(file, await asData(file));
  return css.replaceAll(FILE, (_, name: string) => `url("${data.get(new URL(name, base).href)!}")`);
}

/** Files by their names in a style sheet; parts of the same document and data are none. */
const FILE = /url\(["']?(?!data:|#)([^"')]+)["']?\)/g;
const filesIn = (css: string, base: string): string[] => [...css.matchAll(FILE)].map((match) => new URL(match[1]!, base).href);

/** The files of fonts that the page has loaded. */
function usedFonts(): Set<string> {
  const loaded = new Set([...document.fonts].filter(({ status }) => status === "loaded").map((font) => `${plain(font.family)} ${font.unicodeRange}`));
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const used = rules.filter(({ style }) => loaded.has(`${plain(style.getPropertyValue("font-family"))} ${style.getPropertyValue("unicode-range")}`));
  return new Set(used.flatMap((rule) => filesIn(rule.cssText, rule.parentStyleSheet?.href ?? location.href)));
}

const plain = (name: string): string => name.replaceAll(/["']/g, "");

function asData(url: string): Promise<string> {
  const data = known.get(url) ?? load(url);
  known.set(url, data);
  return data;
}

async function load(url: string): Promise<string> {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error(`${url} cannot be read`));
    reader.readAsDataURL(blob);
  });
}
