/** Runs `act` while no other tab of the site runs another function with this name. On insecure origins, which have no Web Locks, does not wait. */
export const withLock = <T>(name: string, act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, act) : act()

/** Like {@link withLock}, but resolves with the result of `refuse` instead of waiting. */
export const withFreeLock = <T>(name: string, act: () => Promise<T>, refuse: () => Promise<T>): Promise<T> =>
  'locks' in navigator
    ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? act() : refuse()))
    : act()
