/** Locks that the tabs of a site share (Web Locks API). Absent on insecure origins and in most environments outside of browsers. */
export function tabLocks(): LockManager | undefined {
  const { locks }: { readonly locks?: LockManager } = typeof navigator === 'undefined' ? {} : navigator
  return locks
}

/** Whether the page is in a background tab; `false` outside of browsers. */
export const isTabHidden = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'hidden'
