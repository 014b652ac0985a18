import { hex } from '@scure/base'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { sessionEnded, unknownChain, unsupported } from '../errors.js'
import { connectedNetworkOf, firstChain, notifyAll, type ProviderOptions } from './provider-factory.js'

interface InjectedAccount {
  readonly address: string
  /** CAIP-2 ids of the networks approved for the account. */
  readonly caipNetworkIds: readonly string[]
}

interface SignResult {
  readonly id: number
  readonly signature: string
}

type Listener = (accounts: readonly InjectedAccount[]) => unknown

const NAMESPACE = 'polkadot'
const wrap = { before: '<Bytes>', after: '</Bytes>' }

const hexOf = (text: string): string => hex.encode(new TextEncoder().encode(text))

/** Wraps text or hex bytes in `<Bytes>` and `</Bytes>`, so that they cannot be a transaction. Keeps an existing wrapper. Returns hex. */
function wrapBytes(data: string): string {
  const body = /^0x([\da-f]{2})*$/i.test(data) ? data.slice(2).toLowerCase() : hexOf(data)
  const [before, after] = [hexOf(wrap.before), hexOf(wrap.after)]
  return body.startsWith(before) && body.endsWith(after) ? `0x${body}` : `0x${before}${body}${after}`
}

const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^0x([\da-f]{2}){64,66}$/i.test(value)

/** Creates the provider of a session: an authorized extension in the format of extension-dapp. */
export function createPolkadotExtension(options: ProviderOptions): object {
  const { ctx, session } = options
  const listeners = new Set<Listener>()
  const initialChain = firstChain(options)
  let requestCount = 0

  const accounts = (): readonly InjectedAccount[] => {
    const approved = session.approved().accounts
    return [...new Set(approved.map(({ address }) => address))].map((address) => ({
      address,
      caipNetworkIds: approved.flatMap((account) => (account.address === address ? [account.caipNetworkId] : [])),
    }))
  }
  const notifyListeners = (): void => notifyAll(listeners, (listener) => listener(accounts()))
  session.listen({
    changed: notifyListeners,
    event(name) {
      if (name === 'accountsChanged') notifyListeners() // the session determines the accounts
    },
    ended: notifyListeners,
  })
  const sendRequest = async (chain: string, method: string, params: object): Promise<SignResult> => {
    const { methods, chains } = session.approved()
    if (chains.length === 0) throw sessionEnded()
    if (!chains.includes(chain)) throw unknownChain(session.wallet)
    if (!methods.includes(method)) throw unsupported(session.wallet, method)
    const answer = await session.request(chain, method, params)
    const signature: unknown = Reflect.get(Object(answer), 'signature')
    if (isSignature(signature)) return { id: ++requestCount, signature }
    throw invalidReply(method, 'a signature')
  }
  return {
    name: session.wallet,
    version: '',
    accounts: {
      get: async () => accounts(),
      subscribe(listener: Listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    signer: {
      signRaw: ({ address, data, type }: { readonly address: string; readonly data: string; readonly type: string }) =>
        sendRequest(connectedNetworkOf(ctx, NAMESPACE) ?? initialChain, 'polkadot_signMessage', {
          address,
          message: type === 'payload' ? data : wrapBytes(data),
        }),
      signPayload(payload: { readonly address: string; readonly genesisHash: string }) {
        const { address, genesisHash } = payload
        // CAIP-2 of this namespace: the first 32 hex digits of the genesis hash
        const chain = `${NAMESPACE}:${String(genesisHash).slice(2, 34).toLowerCase()}`
        return sendRequest(chain, 'polkadot_signTransaction', { address, transactionPayload: payload })
      },
    },
  }
}
