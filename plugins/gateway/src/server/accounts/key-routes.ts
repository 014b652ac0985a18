import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { parseRequest, readJson } from '../http.js'
import type { Store } from '../store.js'
import type { AccountChain, ApprovalPolicy, SolanaAccountChain } from './account-sources.js'
import { type Accounts, keyMissing } from './accounts.js'
import { approvalLocations } from './allowed-origins.js'
import { callChain } from './rpc.js'
import type { Session } from './sessions.js'
import { describeSolana } from './solana/solana-routes.js'

const hex = v.pipe(v.string(), v.regex(/^(?:[\da-f]{2}){1,512}$/))
const keyRecord = v.object({ address: v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/)), share: hex, recovery: hex })

interface KeyRoutesDependencies {
  readonly store: Store
  readonly accounts: Accounts
  readonly chains: readonly AccountChain[]
  readonly solanaChains: readonly SolanaAccountChain[]
  readonly smartAccount: string | null
  readonly approvals: ApprovalPolicy
  readonly hasTemporaryStore: boolean
  /** Session of a request. Rejects with `UNAUTHORIZED`. */
  sessionOf(c: Context): Promise<Session>
}

/** Routes that describe a session's account, read and store its key shares, and forward its calls to nodes of EVM chains. */
export function keyRoutes({
  store,
  accounts,
  chains,
  solanaChains,
  smartAccount,
  approvals,
  hasTemporaryStore,
  sessionOf,
}: KeyRoutesDependencies): Hono {
  const routes = new Hono()
  routes.get('/accounts/me', async (c) => {
    const { accountId, email, socialProvider, userName, site } = await sessionOf(c)
    const key = await accounts.key(accountId)
    return c.json({
      accountId,
      email,
      socialProvider,
      userName,
      site,
      chains: chains.map(({ chainId, name, symbol, decimals }) => ({ chainId, name, symbol, decimals })),
      smartAccount,
      ...(hasTemporaryStore && { hasTemporaryStore }),
      ...approvalLocations(site, approvals),
      wallet: key && { address: key.address },
      ...(await describeSolana(solanaChains, store, accountId)),
    })
  })
  routes.get('/accounts/key', async (c) => {
    const key = await accounts.key((await sessionOf(c)).accountId)
    if (!key) throw keyMissing()
    return c.json(key)
  })
  routes.put('/accounts/key', async (c) => {
    const { accountId } = await sessionOf(c)
    await accounts.storeKey(accountId, parseRequest(keyRecord, await readJson(c)))
    return c.json({})
  })
  routes.post('/accounts/rpc', async (c) => {
    await sessionOf(c)
    return c.json({ result: await callChain(chains, await readJson(c)) })
  })
  return routes
}
