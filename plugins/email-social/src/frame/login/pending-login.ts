import * as v from 'valibot'
import { deleteRecord, readRecord, storeRecord } from '../account/device.js'

/** Login for which a code or a link was mailed. It is stored, so that a visitor who reloads the page can still enter the code. */
const pendingLogin = v.object({
  kind: v.picklist(['code', 'link']),
  /** Id that the gateway has assigned to the code or the link. Secret: the id and the mailed code together log in. */
  id: v.string(),
  email: v.string(),
  /** Origin of the site. Origins of one registrable domain share the frame's storage. */
  site: v.string(),
  /** In milliseconds since the Unix epoch. */
  expiresAt: v.number(),
})
export type PendingLogin = Omit<v.InferOutput<typeof pendingLogin>, 'expiresAt'>

const NAME = 'pending-login'
/** Lifetime of codes and links at the gateway. */
const LIFETIME_MS = 10 * 60_000

/** Replaces the stored login. A failure is ignored: its only effect is that a reload of the page ends the login. */
export async function storePendingLogin(login: PendingLogin): Promise<void> {
  const record = JSON.stringify({ ...login, expiresAt: Date.now() + LIFETIME_MS })
  await storeRecord(NAME, new Uint8Array(new TextEncoder().encode(record))).catch(() => undefined)
}

/** Stored login; `undefined` if there is none, or if it has expired. */
async function readCurrentLogin(): Promise<PendingLogin | undefined> {
  const record = await readRecord(NAME)
  const { success, output } = v.safeParse(
    v.pipe(v.string(), v.parseJson(), pendingLogin),
    record && new TextDecoder().decode(record),
  )
  if (!success) return undefined
  const remainingMs = output.expiresAt - Date.now()
  return remainingMs > 0 && remainingMs <= LIFETIME_MS ? output : undefined // more than `LIFETIME_MS`: the clock was set back
}

/** Stored login for an address and a site, unless it has expired. */
export async function readPendingLogin({
  email,
  site,
}: Pick<PendingLogin, 'email' | 'site'>): Promise<PendingLogin | undefined> {
  const login = await readCurrentLogin().catch(() => undefined)
  return login?.email === email && login.site === site ? login : undefined
}

/** Deletes the stored login. A failure is ignored, because the login expires within ten minutes. */
const deleteStored = (): Promise<undefined> => deleteRecord(NAME).catch(() => undefined)

/** Deletes the stored login if it has this id. Does nothing if another login, such as that of another tab, has replaced it. */
export async function deletePendingLogin(id: string): Promise<void> {
  const stored = await readCurrentLogin().catch(() => undefined)
  if (stored?.id === id) await deleteStored()
}

/** Deletes an expired login, so that its email address does not stay in this browser. A failure is ignored. */
export async function deleteExpiredLogin(): Promise<void> {
  const isCurrent = await readCurrentLogin().then(Boolean, () => true)
  if (!isCurrent) await deleteStored()
}
