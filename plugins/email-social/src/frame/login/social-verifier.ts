import * as v from 'valibot'
import { deleteRecord, readRecord, storeRecord } from '../account/device.js'

/** Secret of a social login, with which the gateway accepts its code. */
const storedVerifier = v.object({
  attempt: v.string(),
  verifier: v.string(),
  /** Origin of the site. Origins of one registrable domain share the frame's storage. */
  site: v.string(),
  /** In milliseconds since the Unix epoch. */
  expiresAt: v.number(),
})
type StoredVerifier = v.InferOutput<typeof storedVerifier>

const NAME = 'social-verifier'
/** Lifetime of a social login at the gateway. */
const LIFETIME_MS = 10 * 60_000

/** Replaces the stored secret. A failure is ignored: its only effect is that no other page can finish the login. */
export async function storeVerifier(login: Omit<StoredVerifier, 'expiresAt'>): Promise<void> {
  const record = JSON.stringify({ ...login, expiresAt: Date.now() + LIFETIME_MS })
  await storeRecord(NAME, new Uint8Array(new TextEncoder().encode(record))).catch(() => undefined)
}

/** Stored secret of an attempt on a site; `undefined` if there is none, or if it has expired. */
export async function readVerifier({
  attempt,
  site,
}: Pick<StoredVerifier, 'attempt' | 'site'>): Promise<string | undefined> {
  const record = await readRecord(NAME).catch(() => undefined)
  const { success, output } = v.safeParse(
    v.pipe(v.string(), v.parseJson(), storedVerifier),
    record && new TextDecoder().decode(record),
  )
  const isValid = success && output.attempt === attempt && output.site === site && output.expiresAt > Date.now()
  return isValid ? output.verifier : undefined
}

/** Deletes the stored secret. A failure is ignored, because the gateway accepts each code once. */
export const deleteVerifier = (): Promise<undefined> => deleteRecord(NAME).catch(() => undefined)
