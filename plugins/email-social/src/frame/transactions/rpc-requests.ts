import type { ReplyPayload, RequestPayload, WalletAccountType } from '../../frame-messages.js'
import { NOT_ALLOWED, ruleOf, solanaMethods } from '../../providers/rpc-policy.js'
import type { Login, LoginWithKey } from '../account/account.js'
import type { ApprovalQueue, Approvals } from '../approval/approvals.js'
import { type FrameChain, FrameError, gateway } from '../gateway.js'
import type { SigningContext } from '../signing.js'

interface RpcRequestOptions {
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  readonly approvals: ApprovalQueue
  /** Rejects with 4100 if nobody is logged in. */
  loggedIn(): Promise<LoginWithKey>
  typeOf(login: LoginWithKey): Promise<WalletAccountType>
  /** Throws 4902 for a chain that the gateway does not serve. */
  chainOf(login: Login, chainId: number): FrameChain
}

/** JSON-RPC request to a chain. `chainId`: id of an EVM chain (number), or CAIP-2 id of a Solana network (text). */
interface ChainRequest<ChainId> {
  readonly method: string
  readonly params?: unknown
  readonly chainId: ChainId
}

/** Answers an EVM method that needs no approval. */
async function answerRead(
  { site, loggedIn, typeOf, chainOf }: RpcRequestOptions,
  { method, params, chainId }: ChainRequest<number>,
): Promise<unknown> {
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
    return callsStatus({ login, site }, params)
  }
  return gateway.rpc(login.session, chainId, method, Array.isArray(params) ? params : [])
}

/** Handles the page's JSON-RPC requests: reads immediately, signatures after the visitor's approval. */
export function createRpcRequests(options: RpcRequestOptions): {
  answer(request: RequestPayload<'RPC_REQUEST'>): Promise<unknown>
  removeDelegation(chainId: number): Promise<ReplyPayload<'REMOVE_DELEGATION'>>
} {
  const { site, approvals: queue, loggedIn, typeOf, chainOf } = options
  const signingContext = async (chainId: number, approvals: Approvals): Promise<SigningContext> => {
    const login = await loggedIn()
    return { ...{ login, chain: chainOf(login, chainId), site, approvals }, accountType: await typeOf(login) }
  }
  const signOnSolana = async ({ method, params, chainId }: ChainRequest<string>, approvals: Approvals) => {
    const login = await loggedIn()
    const { answerSolana } = await import('../solana/solana-requests.js')
    return answerSolana({ login, caipNetworkId: chainId, site, approvals }, method, params)
  }
  const sign = async ({ method, params, chainId }: ChainRequest<number>, approvals: Approvals) => {
    const context = await signingContext(chainId, approvals)
    const { signWith } = await import('../signing.js')
    return signWith(context, method, params)
  }
  return {
    async answer({ chainId, ...request }) {
      const { method } = request
      const isSolana = typeof chainId === 'string'
      const rule = isSolana ? (solanaMethods.has(method) ? 'approve' : 'refuse') : ruleOf(method)
      if (rule === 'refuse') throw new FrameError(4200, NOT_ALLOWED)
      if (isSolana) return queue.handle((approvals) => signOnSolana({ ...request, chainId }, approvals))
      if (rule === 'read') return answerRead(options, { ...request, chainId })
      return queue.handle((approvals) => sign({ ...request, chainId }, approvals))
    },
    removeDelegation: (chainId) =>
      queue.handle(async (approvals) => {
        const context = await signingContext(chainId, approvals)
        const { queueDelegationRemoval } = await import('../signing.js')
        return { hash: await queueDelegationRemoval(context) }
      }),
  }
}
