import type { WalletKitTypes } from '@reown/walletkit'
import type { SessionTypes } from '@walletconnect/types'
import { createSilentLogger } from './client/silent-logger.js'
import { createKeys, evmAccount, type PhoneKeys } from './phone-keys.test.fixtures.js'

// disables the telemetry of the wallet-side library; the site's code does not read this variable
Reflect.set(process.env, 'IS_VITEST', 'true')

export type PhoneBehaviour = 'approve' | 'reject' | 'wait'

/** A wallet on another device: the official wallet-side library with real keys. */
export interface Phone {
  /** Address on eip155. */
  readonly address: string
  addressOf(caipNetworkId: string): string
  /** Sets the answer to all later proposals and requests. */
  behave(behaviour: PhoneBehaviour): void
  /** Sets the chains approved from now on: CAIP-2 ids. */
  grant(chains: readonly string[]): void
  /** Sets a function that changes the accounts written into later sessions. */
  writeAccounts(write: (account: string) => string): void
  /** Changes the approved chains of all existing sessions. */
  update(chains: readonly string[]): Promise<void>
  /** Emits a session event on a chain. */
  emit(name: string, data: unknown, chainId: string): Promise<void>
  /** Pairs as if the wallet had scanned the code of this URI. */
  pair(uri: string): Promise<void>
  /** Requests of sites: method and chain. */
  readonly asked: readonly { readonly method: string; readonly chainId: string }[]
  readonly sessions: () => readonly SessionTypes.Struct[]
  /** Answers all waiting proposals and requests. */
  release(): Promise<void>
  /** Changes the network in the wallet, as its owner would. */
  changeChain(chainId: number): Promise<void>
  /** Ends every session, as the wallet's owner would. */
  disconnect(): Promise<void>
  close(): Promise<void>
}

interface PhonePlan {
  readonly relayUrl: string
  /** Supported chains: CAIP-2 ids. */
  readonly chains: readonly string[]
  /** Keys of additional chain families. */
  readonly more?: Readonly<Record<string, PhoneKeys>>
}

let phones = 0

/** Starts a wallet. */
export async function startPhone({ relayUrl, chains, more }: PhonePlan): Promise<Phone> {
  const [{ Core }, { WalletKit }, { buildApprovedNamespaces, getSdkError }] = await Promise.all([
    import('@walletconnect/core'),
    import('@reown/walletkit'),
    import('@walletconnect/utils'),
  ])
  const core = new Core({
    projectId: 'phone',
    relayUrl,
    telemetryEnabled: false,
    logger: createSilentLogger(),
    customStoragePrefix: `phone-${++phones}`,
    storageOptions: { database: ':memory:' },
  })
  const metadata = { name: 'Test Phone', description: 'A wallet for tests', url: 'https://phone.test', icons: [] }
  const kit = await WalletKit.init({ core: core as WalletKitTypes.Options['core'], metadata })
  let behaviour: PhoneBehaviour = 'approve'
  const asked: { method: string; chainId: string }[] = []
  const waiting: (() => Promise<unknown>)[] = []

  const keys = { ...(await createKeys()), ...more }
  let granted = chains
  let write = (account: string): string => account
  const familyOf = (chain: string): string => chain.split(':')[0] ?? ''
  const addressOf = (chain: string): string => keys[familyOf(chain)]?.address(chain) ?? ''
  const supported = (): SessionTypes.Namespaces =>
    Object.fromEntries(
      Object.entries(keys).flatMap(([family, { methods, events }]) => {
        const own = granted.filter((chain) => familyOf(chain) === family)
        if (own.length === 0) return []
        const accounts = own.map((chain) => write(`${chain}:${addressOf(chain)}`))
        return [[family, { chains: [...own], methods: [...methods], events: [...events], accounts }]]
      }),
    )
  const approve = ({ id, params }: WalletKitTypes.SessionProposal): Promise<unknown> => {
    const proposedChains = Object.values(params.optionalNamespaces).flatMap(({ chains: wanted = [] }) => wanted)
    const hasProposedChain = granted.some((chain) => proposedChains.includes(chain))
    const namespaces = hasProposedChain
      ? buildApprovedNamespaces({
          proposal: params,
          supportedNamespaces: supported() as Parameters<typeof buildApprovedNamespaces>[0]['supportedNamespaces'],
        })
      : supported()
    return kit.approveSession({ id, namespaces })
  }
  const sign = async ({ topic, id, params: { chainId, request } }: WalletKitTypes.SessionRequest): Promise<unknown> => {
    const result = await keys[familyOf(chainId)]?.answer(request.method, request.params)
    return kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  }
  const refuse = ({ topic, id }: WalletKitTypes.SessionRequest): Promise<unknown> =>
    kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error: getSdkError('USER_REJECTED') } })

  kit.on('session_proposal', (proposal) => {
    if (behaviour === 'wait') waiting.push(() => approve(proposal))
    else if (behaviour === 'approve') void approve(proposal)
    else void kit.rejectSession({ id: proposal.id, reason: getSdkError('USER_REJECTED') })
  })
  kit.on('session_request', (request) => {
    asked.push({ method: request.params.request.method, chainId: request.params.chainId })
    // a wallet that approved the site returns its addresses without asking its owner
    if (request.params.request.method === 'getAccountAddresses') void sign(request)
    else if (behaviour === 'wait') waiting.push(() => sign(request))
    else void (behaviour === 'approve' ? sign(request) : refuse(request))
  })
  const sessions = (): readonly SessionTypes.Struct[] => Object.values(kit.getActiveSessions())
  return {
    address: evmAccount.address,
    addressOf,
    asked,
    sessions,
    behave(next) {
      behaviour = next
    },
    grant(next) {
      granted = next
    },
    writeAccounts(next) {
      write = next
    },
    async update(next) {
      granted = next
      for (const { topic } of sessions())
        await (await kit.updateSession({ topic, namespaces: supported() })).acknowledged()
    },
    async emit(name, data, chainId) {
      for (const { topic } of sessions()) await kit.emitSessionEvent({ topic, event: { name, data }, chainId })
    },
    async pair(uri) {
      await kit.pair({ uri })
    },
    async release() {
      await Promise.all(waiting.splice(0).map((answer) => answer()))
    },
    async changeChain(chainId) {
      const event = { name: 'chainChanged', data: chainId }
      for (const { topic } of sessions()) await kit.emitSessionEvent({ topic, event, chainId: `eip155:${chainId}` })
    },
    async disconnect() {
      for (const { topic } of sessions())
        await kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') }).catch((error: unknown) => {
          // the site ended the session a moment ago
          if (!String(error).includes('recently deleted')) throw error
        })
    },
    async close() {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  }
}
