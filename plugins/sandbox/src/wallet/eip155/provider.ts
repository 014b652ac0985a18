import type { Network } from '@wallet-modal/kernel'
import { array, object, parse, pipe, regex, safeParse, string, tuple, unknown } from 'valibot'
import type { ApprovalFact, ApprovalRequest } from '../../contract.js'
import { badParams, ProviderRpcError, rejected, unauthorized, unknownChain, unsupported } from '../errors.js'
import type { WalletParts } from '../family.js'
import { ProviderEvents } from './events.js'
import type { Signer } from './signer.js'

interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

/** Interface of EIP-1193. */
export interface SandboxProvider {
  request(request: RequestArguments): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
}

const toHexChain = (caipNetworkId: string): string => `0x${BigInt(caipNetworkId.slice('eip155:'.length)).toString(16)}`
const chainParams = tuple([object({ chainId: pipe(string(), regex(/^0x[\da-f]{1,14}$/i)) })])
const text = string()
/** Displays values that have the form of an address as addresses. */
const addressFact = (label: ApprovalFact['label'], value: string): ApprovalFact =>
  /^0x[\da-f]{40}$/i.test(value) ? { label, value, format: 'address' } : { label, value }
const isRead = /^(eth_(?!send|sign)\w+|net_version|web3_clientVersion)$/

const signing = (): Promise<typeof import('./signer.js')> => import('./signer.js')
const developmentSigner = async (): Promise<Signer> => (await signing()).createSigner()

interface Eip155Parts extends WalletParts {
  /** Default: the published development accounts. */
  readonly signer?: () => Promise<Signer>
}
const sending = (): Promise<typeof import('./transaction.js')> => import('./transaction.js')

/** EVM test wallet: asks for approval before connecting and signing, remembers permissions, and uses real local chains. */
export function createEip155Wallet({
  ctx,
  host,
  networks,
  ask,
  memory,
  signer = developmentSigner,
}: Eip155Parts): SandboxProvider {
  const events = new ProviderEvents()
  const [first] = networks

  const current = (): Network => networks.find((one) => one.caipNetworkId === memory.get().caipNetworkId) ?? first
  const approve = (request: Omit<ApprovalRequest, 'caipNetworkId' | 'domain'>): Promise<void> =>
    ask({ ...request, caipNetworkId: current().caipNetworkId })
  const accounts = async (): Promise<readonly string[]> => (memory.get().connected ? (await signer()).addresses : [])
  const signerFor = async (address: unknown): Promise<string> => {
    const mine = await accounts()
    const found = typeof address === 'string' && mine.find((one) => one.toLowerCase() === address.toLowerCase())
    if (!found) throw unauthorized()
    return found
  }
  const paramsOf = (params: unknown): readonly unknown[] => {
    const list = safeParse(array(unknown()), params ?? [])
    if (!list.success) throw badParams('Parameters must be a list.')
    return list.output
  }

  const methods: Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>> = {
    eth_accounts: accounts,
    eth_chainId: async () => toHexChain(current().caipNetworkId),
    async eth_requestAccounts() {
      const [address = '', ...more] = (await signer()).addresses
      if (!memory.get().connected) {
        await approve({ kind: 'connect', address, facts: more.map((one) => addressFact('account', one)) })
        memory.set({ connected: true })
        events.emit('accountsChanged', await accounts())
      }
      return accounts()
    },
    async wallet_revokePermissions() {
      memory.set({ connected: false })
      events.emit('accountsChanged', [])
      return null
    },
    async personal_sign([message, from]) {
      const address = await signerFor(from)
      const { readMessage } = await signing()
      const raw = parse(pipe(text, regex(/^0x([\da-f]{2})*$/i)), message) as `0x${string}`
      await approve({ kind: 'message', address, facts: [], payload: readMessage(raw) })
      return (await signer()).signMessage(address, raw)
    },
    async eth_signTypedData_v4([from, data]) {
      const address = await signerFor(from)
      const typed = JSON.parse(typeof data === 'string' ? data : JSON.stringify(data))
      const facts = [
        { label: 'signedDomain', value: String(typed?.domain?.name ?? '—') },
        addressFact('contract', String(typed?.domain?.verifyingContract ?? '—')),
        { label: 'type', value: String(typed?.primaryType ?? '—') },
      ] as const
      await approve({ kind: 'typedData', address, facts, payload: JSON.stringify(typed, null, 2) })
      return (await signer()).signTypedData(address, typed)
    },
    async eth_sendTransaction([given]) {
      const { factsOf, sendTransaction, transactionSchema } = await sending()
      const parsed = safeParse(transactionSchema, given)
      if (!parsed.success) throw badParams(parsed.issues[0].message)
      const request = parsed.output
      if (request.data !== undefined && request.input !== undefined && request.data !== request.input)
        throw badParams('"data" and "input" differ.')
      if (request.chainId !== undefined && BigInt(request.chainId) !== BigInt(toHexChain(current().caipNetworkId)))
        throw badParams('The wallet is on another chain.')
      const address = await signerFor(request.from)
      const { caipNetworkId, nativeCurrency } = current()
      const step = await (await import('./token-call.js')).tokenStep(ctx, caipNetworkId, request)
      const facts = factsOf(request, nativeCurrency.symbol, step !== undefined)
      await approve({ kind: 'transaction', address, facts, ...(step && { steps: [step] }) })
      if (current().caipNetworkId !== caipNetworkId) throw rejected()
      return sendTransaction(ctx, { signer: await signer(), address, caipNetworkId, request })
    },
    async wallet_grantPermissions([given]) {
      const { contextOf, grantMessage, grantSchema } = await import('./session-grant.js')
      const parsed = safeParse(grantSchema, given)
      if (!parsed.success) throw badParams(parsed.issues[0].message)
      const { caipNetworkId } = current()
      if (BigInt(parsed.output.chainId) !== BigInt(toHexChain(caipNetworkId)))
        throw badParams('The wallet is on another chain.')
      const address = await signerFor(parsed.output.address ?? (await accounts())[0])
      const message = grantMessage(parsed.output, { account: `${caipNetworkId}:${address}`, host })
      await approve({ kind: 'message', address, facts: [], payload: message })
      const context = await contextOf(message, (raw) => signer().then((held) => held.signMessage(address, raw)))
      return { ...parsed.output, address, context }
    },
    async wallet_switchEthereumChain(params) {
      const parsed = safeParse(chainParams, params)
      if (!parsed.success) throw badParams('Expected [{ chainId }].')
      const caipNetworkId = `eip155:${BigInt(parsed.output[0].chainId)}`
      const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
      if (!network) throw unknownChain(caipNetworkId)
      if (network === current()) return null
      const [address = ''] = await accounts()
      await approve({ kind: 'network', address, facts: [{ label: 'network', value: network.name }] })
      memory.set({ caipNetworkId })
      events.emit('chainChanged', toHexChain(caipNetworkId))
      return null
    },
    async wallet_addEthereumChain() {
      throw new ProviderRpcError(4001, 'The sandbox wallet supports only local chains.')
    },
  }
  return {
    async request({ method, params }) {
      const known = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (known) return known(paramsOf(params))
      if (!isRead.test(method)) throw unsupported(method)
      return ctx.api.rpc(current().caipNetworkId).read(method, paramsOf(params), { schema: unknown() })
    },
    on: (event, listener) => events.on(event, listener),
    removeListener: (event, listener) => events.off(event, listener),
  }
}
