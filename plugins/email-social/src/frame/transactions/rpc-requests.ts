import type { ReplyPayload, RequestPayload, WalletAccountType } from '../../frame-messages.js'
import { NOT_ALLOWED, ruleOf, solanaMethods } from '../../providers/rpc-policy.js'
import type { Login, LoginWithKey } from '../account/account.js'
import type { Approvals } from '../approval/approvals.js'
import { type FrameChain, FrameError, gateway } from '../gateway.js'

interface RpcRequestOptions {
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  readonly approvals: Approvals
  /** Rejects with 4100 if nobody is logged in. */
  loggedIn(): Promise<LoginWithKey>
  typeOf(login: LoginWithKey): Promise<WalletAccountType>
  /** Throws 4902 for a chain that the gateway does not serve. */
  chainOf(login: Login, chainId: number): FrameChain
}

/** Handles the page's JSON-RPC requests: reads immediately, signatures after the visitor's approval. */
export function createRpcRequests({ site, approvals, loggedIn, typeOf, chainOf }: RpcRequestOptions): {
  answer(request: RequestPayload<'RPC_REQUEST'>): Promise<unknown>
  removeDelegation(chainId: number): Promise<ReplyPayload<'REMOVE_DELEGATION'>>
} {
  const onSolana = async (method: string, params: unknown, caipNetworkId: string): Promise<unknown> => {
    if (!solanaMethods.has(method)) throw new FrameError(4200, NOT_ALLOWED)
    const login = await loggedIn()
    const { answerSolana } = await import('../solana/solana-requests.js')
    return answerSolana({ login, caipNetworkId, site, approvals }, method, params)
  }
  const signingContext = async (login: LoginWithKey, chain: FrameChain) => ({
    ...{ login, chain, site, approvals },
    accountType: await typeOf(login),
  })
  const onEvm = async (method: string, params: unknown, chainId: number): Promise<unknown> => {
    const rule = ruleOf(method)
    if (rule === 'refuse') throw new FrameError(4200, NOT_ALLOWED)
    const login = await loggedIn()
    const chain = chainOf(login, chainId)
    if (method === 'eth_accounts') return [login.address]
    if (method === 'eth_chainId') return `0x${chain.chainId.toString(16)}`
    if (method === 'wallet_getCapabilities') {
      const { capabilitiesOf } = await import('./smart-account-capabilities.js')
      return capabilitiesOf(login, await typeOf(login), params)
    }
    if (method === 'wallet_getCallsStatus') {
      const { callsStatus } = await import('./smart-account-status.js')
      return callsStatus(login, login.account.chains, params)
    }
    if (rule === 'read') return gateway.rpc(login.session, chainId, method, Array.isArray(params) ? params : [])
    const { signWith } = await import('../signing.js')
    return signWith(await signingContext(login, chain), method, params)
  }
  return {
    answer: async ({ method, params, chainId }) =>
      typeof chainId === 'string' ? onSolana(method, params, chainId) : onEvm(method, params, chainId),
    async removeDelegation(chainId) {
      const login = await loggedIn()
      const { queueDelegationRemoval } = await import('../signing.js')
      return { hash: await queueDelegationRemoval(await signingContext(login, chainOf(login, chainId))) }
    },
  }
}
