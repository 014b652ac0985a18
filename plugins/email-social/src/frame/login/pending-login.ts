import * as v from 'valibot'
import { deleteRecord, readRecord, storeRecord } from '../account/device.js'

/** Login whose code or link was mailed. Stored, so that a visitor who reloads the page can still enter the code. */
const pendingLogin = v.object({
  kind: v.picklist(['code', 'link']),
  /** Id of the code's request, or of the link's attempt. Together with the code, the id logs in. */
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

/** Replaces the stored login. A failure is ignored: only a reload then ends the login. */
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
  return remainingMs > 0 && remainingMs <= LIFETIME_MS ? output : undefined // the clock may have been set back
}

/** Stored login for an address and a site, unless it has expired. */
export async function readPendingLogin({
  email,
  site,
}: Pick<PendingLogin, 'email' | 'site'>): Promise<PendingLogin | undefined> {
  const login = await readCurrentLogin().catch(() => undefined)
  return login?.email === email && login.site === site ? login : undefined
}

/** A failure is ignored: an ended login cannot be used. */
export const deletePendingLogin = (): Promise<undefined> => deleteRecord(NAME).catch(() => undefined)

/** Deletes an expired login, whose email address would otherwise stay in this browser. A failure is ignored. */
export async function deleteExpiredLogin(): Promise<void> {
  const isCurrent = await readCurrentLogin().then(Boolean, () => true)
  if (!isCurrent) await deletePendingLogin()
}
