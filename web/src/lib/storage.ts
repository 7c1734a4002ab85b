/** Values stored in this browser.  If storage is blocked nothing is stored, and nothing fails. */

const key = (name: string): string => `guanxi.${name}`;

export const storage = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(key(name));
    } catch {
      return null;
    }
  },

  /** Store a value; null removes it. */
  set(name: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key(name));
      else localStorage.setItem(key(name), value);
    } catch {
      // Playing needs no storage.
    }
  },
};
