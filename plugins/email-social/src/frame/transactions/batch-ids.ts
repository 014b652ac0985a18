import * as v from 'valibot'
import { batchesName, type LoginWithKey } from '../account/account.js'
import { readRecord, storeRecord } from '../account/device.js'
import { FrameError } from '../gateway.js'
import { withFreeLock, withLock } from '../web-lock.js'

/** Maximum number of stored batches for an account and a site. */
const MAX_BATCHES = 100

const storedBatch = v.object({
  /** Batch id that the site knows. */
  id: v.string(),
  chainId: v.number(),
  hash: v.pipe(
    v.string(),
    v.regex(/^0x[\da-f]{64}$/),
    v.transform((text): `0x${string}` => `0x${text.slice(2)}`),
  ),
  /** Milliseconds since the Unix epoch. */
  sentAt: v.number(),
})
/** Batch that was signed in this browser for a site. It is deleted if it could not be sent. */
export type StoredBatch = v.InferOutput<typeof storedBatch>

/** Account, and origin of the site. Sites cannot read the batches of other sites. */
export interface BatchOwner {
  readonly login: LoginWithKey
  readonly site: string
}

const recordName = ({ login, site }: BatchOwner): string => batchesName(login.account.accountId, site)

async function readBatches(owner: BatchOwner): Promise<readonly StoredBatch[]> {
  const stored = await readRecord(recordName(owner))
  if (!stored) return []
  try {
    const parsed = v.safeParse(v.array(storedBatch), JSON.parse(new TextDecoder().decode(stored)))
    return parsed.success ? parsed.output : []
  } catch {
    return [] // written by another version
  }
}

/** Batches signed since the page was loaded, by record name. Needed if the browser denies storage. */
const batchesInMemory = new Map<string, readonly StoredBatch[]>()

const addBatch = (batch: StoredBatch, batches: readonly StoredBatch[]): readonly StoredBatch[] =>
  [batch, ...batches].slice(0, MAX_BATCHES)

/** Batch with an id that the site knows; `undefined` if none is stored, or the storage cannot be read. */
export async function findBatch(owner: BatchOwner, id: string): Promise<StoredBatch | undefined> {
  const hasId = (batch: StoredBatch): boolean => batch.id === id
  const sent = batchesInMemory.get(recordName(owner))?.find(hasId)
  return sent ?? (await readBatches(owner).catch(() => [])).find(hasId)
}

/** Changes the stored batches with a lock, so that two tabs do not overwrite each other's batches. */
function updateBatches(
  owner: BatchOwner,
  change: (batches: readonly StoredBatch[]) => readonly StoredBatch[],
): Promise<void> {
  const name = recordName(owner)
  batchesInMemory.set(name, change(batchesInMemory.get(name) ?? []))
  return withLock(name, async () => {
    const batches = change(await readBatches(owner))
    await storeRecord(name, new Uint8Array(new TextEncoder().encode(JSON.stringify(batches))))
  })
}

/** Stores a batch, so that its id is known after a reload. Rejects if the write fails: the id is then known only until the page is unloaded. */
export const storeBatch = (owner: BatchOwner, batch: StoredBatch): Promise<void> =>
  updateBatches(owner, (batches) => addBatch(batch, batches))

export const deleteBatch = (owner: BatchOwner, hash: string): Promise<void> =>
  updateBatches(owner, (batches) => batches.filter((batch) => batch.hash !== hash))

/**
 * Runs `send` if no batch has this id, with a lock that prevents other tabs of the site from sending a batch with the same id. Rejects with 5720
 * (EIP-5792) if a batch has the id, or if another tab has the lock.
 */
export function withUnusedId<T>(owner: BatchOwner, id: string, send: () => Promise<T>): Promise<T> {
  const refuse = async (): Promise<never> => {
    throw new FrameError(5720, 'A batch with this id already exists.')
  }
  const sendUnused = async (): Promise<T> => ((await findBatch(owner, id)) ? refuse() : send())
  return withFreeLock(`batch:${recordName(owner)}:${id}`, sendUnused, refuse)
}
