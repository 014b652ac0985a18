import * as v from 'valibot'
import { deleteRecord, readRecord, recordNames, storeRecord } from '../account/device.js'

/** Secret (verifier) of a social login. The gateway accepts the login's code only together with this secret. */
const storedVerifier = v.object({
  attempt: v.string(),
  verifier: v.string(),
  /** Origin of the site. Origins of one registrable domain share the frame's storage. */
  site: v.string(),
  /** In milliseconds since the Unix epoch. */
  expiresAt: v.number(),
})
type StoredVerifier = v.InferOutput<typeof storedVerifier>

/** Beginning of the record names. Each login has a record of its own, because tabs can start logins at the same time. */
const PREFIX = 'social-verifier'
const nameOf = (attempt: string): string => `${PREFIX}:${attempt}`
/** Lifetime of a social login at the gateway. */
const LIFETIME_MS = 10 * 60_000
/** Maximum number of stored secrets. */
const MAX_VERIFIERS = 8

/** Stored secret; `undefined` if there is none, or if it has expired. */
async function readCurrent(name: string): Promise<StoredVerifier | undefined> {
  const record = await readRecord(name)
  const { success, output } = v.safeParse(
    v.pipe(v.string(), v.parseJson(), storedVerifier),
    record && new TextDecoder().decode(record),
  )
  if (!success) return undefined
  const remainingMs = output.expiresAt - Date.now()
  return remainingMs > 0 && remainingMs <= LIFETIME_MS ? output : undefined // more than `LIFETIME_MS`: the clock was set back
}

/** Deletes expired secrets, then the oldest secrets until `max` are left. A failure is ignored, because the secrets expire. */
export async function deleteOldVerifiers(max: number = MAX_VERIFIERS): Promise<void> {
  try {
    const names = await recordNames(PREFIX)
    const verifiers = await Promise.all(
      names.map(async (name) => ({ name, expiresAt: (await readCurrent(name))?.expiresAt ?? 0 })),
    )
    const old = verifiers
      .toSorted((one, other) => other.expiresAt - one.expiresAt)
      .filter(({ expiresAt }, index) => expiresAt === 0 || index >= max)
    await Promise.all(old.map(({ name }) => deleteRecord(name)))
  } catch {
    // the browser denies storage, or a read or write failed: the next login tries again
  }
}

/** Stores a secret. A failure is ignored: its only effect is that no other page can finish the login. */
export async function storeVerifier(login: Omit<StoredVerifier, 'expiresAt'>): Promise<void> {
  const record = JSON.stringify({ ...login, expiresAt: Date.now() + LIFETIME_MS })
  await deleteOldVerifiers(MAX_VERIFIERS - 1)
  await storeRecord(nameOf(login.attempt), new Uint8Array(new TextEncoder().encode(record))).catch(() => undefined)
}

/** Stored secret of an attempt on a site; `undefined` if there is none, or if it has expired. */
export async function readVerifier({
  attempt,
  site,
}: Pick<StoredVerifier, 'attempt' | 'site'>): Promise<string | undefined> {
  const login = await readCurrent(nameOf(attempt)).catch(() => undefined)
  return login?.attempt === attempt && login.site === site ? login.verifier : undefined
}

/** Deletes the secret of an attempt. A failure is ignored, because the gateway accepts each code once. */
export const deleteVerifier = (attempt: string): Promise<undefined> =>
  deleteRecord(nameOf(attempt)).catch(() => undefined)
