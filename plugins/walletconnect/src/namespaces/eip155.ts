import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import { ProviderRpcError, sessionEnded, unknownChain, unsupported } from '../errors.js'
import { checkRequest, toCaip } from './eip155-request.js'
import { createEip155State, type Eip155State, type Listener, toHexChain } from './eip155-state.js'
import type { ProviderOptions } from './provider-factory.js'

interface Request {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** EIP-1193 provider of a session. Sends wallet methods to the wallet, and other methods to the site's own RPC. */
export interface Eip155Provider {
  request(request: Request): Promise<unknown>
  /** See `Eip1193Provider` of `@wallet-modal/eip155`. True, because the session has already connected the wallet. */
  readonly hasSession: true
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

const anyResult = readWith((value) => value)

const chainOf = (params: unknown): string | null =>
  toCaip(Array.isArray(params) && typeof params[0] === 'object' ? Object(params[0]).chainId : null)

type Methods = Readonly<Record<string, (request: Request) => unknown>>

/** Methods that the provider implements itself. They never use the site's RPC. */
const ownMethods = ({ session }: ProviderOptions, state: Eip155State): Methods => ({
  eth_accounts: state.accounts,
  eth_requestAccounts: state.accounts,
  eth_chainId: () => toHexChain(state.chain()),
  net_version: () => BigInt(toHexChain(state.chain())).toString(),
  wallet_switchEthereumChain({ params }) {
    const next = chainOf(params)
    if (next === null || !state.isApproved(next)) throw unknownChain(session.wallet)
    state.switchTo(next)
    return null
  },
  async wallet_addEthereumChain({ method, params }) {
    const next = chainOf(params)
    if (!session.approved().methods.includes(method) || next === null) throw unknownChain(session.wallet)
    const answer = await session.request(state.chain(), method, params)
    await state.untilApproved(next)
    return answer
  },
  async wallet_revokePermissions() {
    await session.leave()
    return null
  },
})

/** Sends a request to the site's own RPC. */
async function read(ctx: Context, chain: string, { method, params = [] }: Request): Promise<unknown> {
  const rpc = ctx.api.rpc(chain)
  const list = Array.isArray(params) ? params : [params]
  try {
    return await (/^eth_send/.test(method) ? rpc.write : rpc.read)(method, list, { schema: anyResult })
  } catch (error) {
    const status = isWalletModalError(error) ? error.status : undefined
    throw new ProviderRpcError(status ?? -32_603, error instanceof Error ? error.message : method)
  }
}

/** Creates the EIP-1193 provider of a session. */
export function createEip155Provider(options: ProviderOptions): Eip155Provider {
  const { ctx, session } = options
  const state = createEip155State(options)
  const methodsOfProvider = ownMethods(options, state)
  return {
    hasSession: true,
    async request(request) {
      const { method, params } = request
      const ownMethod = Object.hasOwn(methodsOfProvider, method) ? methodsOfProvider[method] : undefined
      if (ownMethod) return ownMethod(request)
      const { methods, chains: approved } = session.approved()
      if (approved.length === 0) throw sessionEnded()
      if (methods.includes(method) && method !== 'eth_sendRawTransaction') {
        checkRequest(method, params, { chain: state.chain(), accounts: state.accounts() })
        return session.request(state.chain(), method, params)
      }
      if (/^(wallet_|personal_|eth_sign|eth_sendTransaction)/.test(method)) throw unsupported(session.wallet, method)
      return read(ctx, state.chain(), request)
    },
    on: state.on,
    removeListener: state.removeListener,
  }
}
