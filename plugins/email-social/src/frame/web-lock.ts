/**
 * Waits for the exclusive Web Lock `name`, then runs `act` while it has the lock. All tabs of the site share the lock. Runs `act` immediately on
 * insecure origins, which have no Web Locks.
 */
export const withLock = <T>(name: string, act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, act) : act()

/** Like {@link withLock}, but calls `refuse` instead of `act` if the lock is not free. */
export const withFreeLock = <T>(name: string, act: () => Promise<T>, refuse: () => Promise<T>): Promise<T> =>
  'locks' in navigator
    ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? act() : refuse()))
    : act()
