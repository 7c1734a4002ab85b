import { ApiError } from "./api";

const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

/** Something on the server that is looked up again and again while its page is open. */
export class Polled<Shape> {
  shown: Shape | null = $state.raw(null);
  failure: unknown = $state.raw(null);
  /** The last look found no server. */
  unreachable = $state(false);
  private latest = 0;

  /** `pause` says how many milliseconds to wait before the next look. */
  constructor(
    private readonly fetch: () => Promise<Shape>,
    private readonly pause: (shown: Shape | null) => number,
  ) {}

  poll(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (!document.hidden) void this.load();
      timer = setTimeout(look, this.pause(this.shown));
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async load(): Promise<void> {
    const number = ++this.latest;
    try {
      const found = await this.fetch();
      if (number === this.latest) this.update(found);
    } catch (reason) {
      // A page that is shown stays while the server cannot be reached or is busy.
      const gone = reason instanceof ApiError && GONE.has(reason.status);
      if (number !== this.latest) return;
      this.unreachable = !(reason instanceof ApiError);
      if (!this.shown || gone) this.failure = reason;
    }
  }

  /** Take over an answer; one that is already known changes nothing, so that nothing is drawn again. */
  update(found: Shape): void {
    this.latest += 1;
    [this.failure, this.unreachable] = [null, false];
    if (JSON.stringify(found) !== JSON.stringify(this.shown)) this.shown = found;
  }
}
