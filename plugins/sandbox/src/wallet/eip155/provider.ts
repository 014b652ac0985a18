import { array, safeParse, unknown } from 'valibot'
import { badParams, unsupported } from '../errors.js'
import { accountMethods, chainMethods } from './account-methods.js'
import { messageMethods, transactionMethods } from './signing-methods.js'
import { createWalletSession, type Eip155WalletOptions, type Methods } from './wallet-session.js'

interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

export interface SandboxProvider {
  request(request: RequestArguments): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
}

/** Read-only methods, which are forwarded to the chain's node. */
const readMethod = /^(eth_(?!send|sign)\w+|net_version|web3_clientVersion)$/

/** EVM test wallet: asks for approval before connecting and signing, remembers permissions, and uses real local chains. */
export function createEip155Wallet(options: Eip155WalletOptions): SandboxProvider {
  const session = createWalletSession(options)
  const methods: Methods = {
    ...accountMethods(session, options),
    ...chainMethods(session, options),
    ...messageMethods(session),
    ...transactionMethods(session, options),
  }
  return {
    async request({ method, params }) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (run) return run(paramsOf(params))
      if (!readMethod.test(method)) throw unsupported(method)
      const rpc = options.ctx.api.rpc(session.network().caipNetworkId)
      return rpc.read(method, paramsOf(params), { schema: unknown() })
    },
    on: (event, listener) => session.events.on(event, listener),
    removeListener: (event, listener) => session.events.off(event, listener),
  }
}

function paramsOf(params: unknown): readonly unknown[] {
  const list = safeParse(array(unknown()), params ?? [])
  if (!list.success) throw badParams('Parameters must be a list.')
  return list.output
}
