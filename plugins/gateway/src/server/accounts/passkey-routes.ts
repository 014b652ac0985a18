import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, readJson } from '../http.js'
import type { Store } from '../store.js'
import { type Accounts, keyMissing } from './accounts.js'
import { createPasskeys, passkeyRecord } from './passkeys.js'
import { checkProof, keyProof, proofDigest } from './proofs.js'
import type { Session } from './sessions.js'

interface PasskeyDependencies {
  readonly store: Store
  readonly accounts: Accounts
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Session of a request, with its token. Rejects with `UNAUTHORIZED`. */
  readonly login: (c: Context) => Promise<{ readonly session: Session; readonly token: string }>
}

const addRequest = v.object({ ...passkeyRecord.entries, proof: keyProof })
const removeRequest = v.object({ credentialId: passkeyRecord.entries.credentialId, proof: keyProof })

/**
 * Routes that list, add and remove the passkeys of an account. All require a login. Adding and removing also require a proof by the account's key:
 * access to the mailbox alone must not be enough.
 */
export function passkeyRoutes({ store, accounts, now, login }: PasskeyDependencies): Hono {
  const passkeys = createPasskeys({ store, now })
  const routes = new Hono()
  const addressOf = async (accountId: string): Promise<string> => {
    const key = await accounts.key(accountId)
    if (key) return key.address
    throw keyMissing()
  }
  routes.get('/accounts/passkeys', async (c) => {
    const { session } = await login(c)
    return c.json({ passkeys: await passkeys.list(session.accountId) })
  })
  routes.post('/accounts/passkeys', async (c) => {
    const { session, token } = await login(c)
    const { proof, ...record } = parseRequest(addRequest, await readJson(c))
    const digest = proofDigest(token, 'add-passkey', [record.credentialId, record.sealedShare])
    checkProof(proof, digest, await addressOf(session.accountId))
    await passkeys.add(session.accountId, record)
    return c.json({})
  })
  routes.post('/accounts/passkeys/remove', async (c) => {
    const { session, token } = await login(c)
    const { proof, credentialId } = parseRequest(removeRequest, await readJson(c))
    checkProof(proof, proofDigest(token, 'remove-passkey', [credentialId]), await addressOf(session.accountId))
    await passkeys.remove(session.accountId, credentialId)
    return c.json({})
  })
  return routes
}
