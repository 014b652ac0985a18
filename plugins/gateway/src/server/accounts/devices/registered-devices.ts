import type { Store } from '../../store.js'
import type { Secrets } from '../secrets.js'

/** Time limit for opening a link, and for requesting codes after the link was approved. */
export const LINK_MS = 10 * 60_000
/** A browser's registration expires this long after the browser's last login. */
const DEVICE_MS = 180 * 24 * 60 * 60_000

/**
 * Browsers that may receive login codes: registered by a login, or approved through a link. The store has the times of the latest login and the
 * latest approval, by a hash of email address and browser secret.
 */
export function createRegisteredDevices({
  store,
  secrets,
  now,
}: {
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
}) {
  const hashOf = (email: string, device: string): Promise<string> => secrets.hash('device', `${email} ${device}`)
  const isWithin = async (key: string, ms: number): Promise<boolean> => {
    const at = await store.get(key)
    return typeof at === 'number' && at + ms > now()
  }
  return {
    hash: hashOf,
    /** See `DeviceLinks.findAdmitted`. */
    async findAdmitted(email: string, device: string): Promise<string | undefined> {
      const hash = await hashOf(email, device)
      const isRegistered = await isWithin(`device:${hash}`, DEVICE_MS)
      return isRegistered || (await isWithin(`device-approved:${hash}`, LINK_MS)) ? hash : undefined
    },
    /** Lets the browser receive codes for {@link LINK_MS}. */
    approve: (hash: string) => store.set(`device-approved:${hash}`, now(), { lifetimeMs: LINK_MS }),
    /** Lets the browser receive codes for {@link DEVICE_MS}. */
    register: (hash: string) => store.set(`device:${hash}`, now(), { lifetimeMs: DEVICE_MS }),
    async unregister(hash: string): Promise<void> {
      await store.delete(`device:${hash}`)
      await store.delete(`device-approved:${hash}`)
    },
  }
}
