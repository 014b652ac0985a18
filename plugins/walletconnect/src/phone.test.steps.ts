import type { WalletKitTypes } from '@reown/walletkit'
import type { SessionTypes } from '@walletconnect/types'
import { privateKeyToAccount } from 'viem/accounts'

// the wallet's own library reports to its maker unless it takes this for a test; nothing of the site reads it
Reflect.set(process.env, 'IS_VITEST', 'true')

/** The first account of every EVM development node. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

export type PhoneBehaviour = 'approve' | 'reject' | 'wait'

/** A wallet on another device: the official wallet-side library with a real key. */
export interface Phone {
  readonly address: string
  /** How it answers proposals and requests from now on. */
  behave(behaviour: PhoneBehaviour): void
  /** Scans a code. */
  pair(uri: string): Promise<void>
  /** Methods that sites asked for, and on which network. */
  readonly asked: readonly { readonly method: string; readonly chainId: string }[]
  readonly sessions: () => readonly SessionTypes.Struct[]
  /** Answers what was kept waiting. */
  release(): Promise<void>
  /** Changes the network in the wallet, as its owner would. */
  changeChain(chainId: number): Promise<void>
  /** Ends every session, as the wallet's owner would. */
  disconnect(): Promise<void>
  close(): Promise<void>
}

interface PhonePlan {
  readonly relayUrl: string
  /** CAIP-2 ids that it knows. */
  readonly chains: readonly string[]
}

let phones = 0

/** Switches a wallet on. */
export async function startPhone({ relayUrl, chains }: PhonePlan): Promise<Phone> {
  const [{ Core }, { WalletKit }, { buildApprovedNamespaces, getSdkError }] = await Promise.all([
    import('@walletconnect/core'),
    import('@reown/walletkit'),
    import('@walletconnect/utils'),
  ])
  const core = new Core({
    projectId: 'phone',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: `phone-${++phones}`,
    storageOptions: { database: ':memory:' },
  })
  const metadata = { name: 'Test Phone', description: 'A wallet for tests', url: 'https://phone.test', icons: [] }
  const kit = await WalletKit.init({ core: core as WalletKitTypes.Options['core'], metadata })
  let behaviour: PhoneBehaviour = 'approve'
  const asked: { method: string; chainId: string }[] = []
  const waiting: (() => Promise<unknown>)[] = []

  const approve = ({ id, params }: WalletKitTypes.SessionProposal): Promise<unknown> =>
    kit.approveSession({
      id,
      namespaces: buildApprovedNamespaces({
        proposal: params,
        supportedNamespaces: {
          eip155: {
            chains: [...chains],
            methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
            events: ['accountsChanged', 'chainChanged'],
            accounts: chains.map((chain) => `${chain}:${account.address}`),
          },
        },
      }),
    })
  const sign = async ({ topic, id, params: { request } }: WalletKitTypes.SessionRequest): Promise<unknown> => {
    const result = await account.signMessage({ message: { raw: request.params[0] } })
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
    if (behaviour === 'wait') waiting.push(() => sign(request))
    else void (behaviour === 'approve' ? sign(request) : refuse(request))
  })
  const sessions = (): readonly SessionTypes.Struct[] => Object.values(kit.getActiveSessions())
  return {
    address: account.address,
    asked,
    sessions,
    behave(next) {
      behaviour = next
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
        await kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
    },
    async close() {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  }
}
