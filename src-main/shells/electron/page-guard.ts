/** The origin of the studio's page: a scheme of our own, served from the bundle. */
const ORIGIN = 'troupe://app';
export const PAGE = `${ORIGIN}/index.html?shell=desktop`;

/** Whether a page may go to this address: only where it is already (a reload, or a place inside the studio). */
export function mayNavigate(url: string): boolean {
  return url.split('#', 1)[0] === PAGE;
}

/** Whether a message comes from the studio's own main frame, and not from a frame inside it or a page of another origin. */
export function isOurFrame(frame: { url: string; parent: unknown } | null): boolean {
  return frame !== null && frame.parent === null && frame.url.startsWith(`${ORIGIN}/`);
}
