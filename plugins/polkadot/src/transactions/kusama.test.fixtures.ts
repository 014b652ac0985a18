import { Keyring } from '@polkadot/keyring'
import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import version from '@polkadot/types-support/metadata/v15/kusama-ver'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import {
  type Network,
  type SendDraft,
  signal,
  type TransactionDecoder,
  type TransactionPolicy,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { createTransactions, decoders, transactionPolicies } from '@wallet-modal/kernel/transactions'
import known from '../../networks.json' with { type: 'json' }
import { apiOn } from '../chain.test.fixtures.js'
import type { ChainContext } from '../chain-context.js'
import { createPolkadotDriver } from './driver.js'
import type { InclusionWindows } from './inclusion-window.js'
import type { SignerPayload } from './payload.js'

await cryptoWaitReady()
const keyring = new Keyring({ ss58Format: 2 })
const alice = keyring.addFromUri('//Alice', {}, 'sr25519')
export const stranger = keyring.addFromUri('//stranger').address

function kusamaNetwork(): Network {
  const found = known.find(({ name }) => name === 'Kusama')
  if (!found) throw new Error('no Kusama')
  return found
}
const network = kusamaNetwork()

/** Existential deposit and partial fee on Kusama, in plancks. */
export const DEPOSIT = 333_333_333n
export const FEE = 1_000_000n

interface Account {
  readonly free: bigint
  readonly providers?: number
  readonly sufficients?: number
  readonly consumers?: number
}
const toRecord = ({ free, providers = 0, sufficients = 0, consumers = 0 }: Account) => ({
  ...{ providers, sufficients, consumers },
  data: { free },
})

interface KusamaOptions {
  /** Alice's coins. */
  readonly own: bigint
  /** Consumer references of Alice's account. Default: 0. */
  readonly consumers?: number
  readonly receiver: Account
  /** Alice's next nonce, called for each request. */
  readonly nonces?: () => number
  /** The node's answer to a transaction. */
  readonly submit?: (hex: string) => unknown
  /** CAIP-2 reference of the node's chain. Default: Kusama's. */
  readonly genesis?: string
  /** Changes what the wallet signs. */
  readonly tamper?: (payload: SignerPayload) => object
  readonly decoder?: TransactionDecoder
  readonly policy?: TransactionPolicy
}

/** Connects Alice's wallet to a fake Kusama node with two accounts and Kusama's real metadata. */
export async function connectKusama({
  own,
  consumers = 0,
  receiver,
  nonces = () => 3,
  submit = () => undefined,
  genesis = network.reference,
  tamper = (payload) => payload,
  ...contributions
}: KusamaOptions) {
  const accounts = new Map<unknown, string>()
  let fee = ''
  const feeInfo = (): string => fee
  const api = await apiOn(kusama, version, {
    chain_getBlockHash: `0x${genesis}${'00'.repeat(16)}`,
    chain_getFinalizedHead: `0x${'22'.repeat(32)}`,
    chain_getHeader: {
      ...{ parentHash: `0x${'21'.repeat(32)}`, number: '0x3e8', digest: { logs: [] } },
      ...{ stateRoot: `0x${'23'.repeat(32)}`, extrinsicsRoot: `0x${'24'.repeat(32)}` },
    },
    system_accountNextIndex: nonces,
    state_getStorage: (key: unknown) => accounts.get(key) ?? null,
    TransactionPaymentApi_query_info: feeInfo,
  })
  fee = api.registry.createTypeUnsafe('RuntimeDispatchInfoV2', [{ partialFee: FEE }]).toHex()
  const { account } = api.query.system ?? {}
  if (!account) throw new Error('no accounts')
  const type = api.registry.createLookupType(account.creator.meta.type.asMap.value)
  const open = (address: string, info: Account): void => {
    accounts.set(account.key(address), api.registry.createTypeUnsafe(type, [toRecord(info)]).toHex())
  }
  open(alice.address, { free: own, providers: 1, consumers })
  open(stranger, receiver)
  const signed: object[] = []
  const provider = {
    ...{ name: 'wallet', version: '1' },
    accounts: { get: async () => [{ address: alice.address, type: 'sr25519' }], subscribe: () => () => {} },
    signer: {
      async signPayload(payload: SignerPayload) {
        signed.push(payload)
        const { version } = payload
        return api.registry.createType('ExtrinsicPayload', tamper(payload) as never, { version }).sign(alice)
      },
    },
  }
  const { caipNetworkId } = network
  const live = { connectorId: 'wallet', provider, account: { address: alice.address }, caipNetworkId }
  const sent: string[] = []
  const write = async (_: string, [hex = '']: readonly string[]): Promise<unknown> => {
    sent.push(hex)
    return submit(hex)
  }
  const chains = {
    ctx: contextOf(write, contributions),
    options: {},
    apis: async () => ({ of: async () => api, withCurrentRuntime: async () => api }),
  } as unknown as ChainContext
  const inclusionWindows: InclusionWindows = new Map()
  const transactions = createTransactions(chains.ctx, createPolkadotDriver(chains, inclusionWindows))
  const draft = {
    connection: { ...live, adapter: { connections: { peek: () => [live] }, transactions } },
    network,
    token: { assetId: coinAssetId(network), caipNetworkId, name: 'Kusama', symbol: 'KSM', decimals: 12 },
    receiver: stranger,
    amount: 'max',
  } as unknown as SendDraft
  return { api, chains, draft, transactions, sent, signed, inclusionWindows }
}

/** The parts of a plugin's context that transactions use; without storage and listeners. */
const contextOf = (
  write: (method: string, params: readonly string[]) => Promise<unknown>,
  { decoder, policy }: Pick<KusamaOptions, 'decoder' | 'policy'>,
) => ({
  api: { rpc: () => ({ write }) },
  abortSignal: new AbortController().signal,
  site: { id: 'test' },
  log: { info() {}, warn() {} },
  networks: signal([]),
  storage: { get: () => undefined, set() {}, remove() {}, watch: () => () => {} },
  all({ name }: { readonly name: string }) {
    if (name === decoders.name) return signal(decoder ? [decoder] : [])
    return signal(name === transactionPolicies.name && policy ? [policy] : [])
  },
  on() {},
  onDispose() {},
  emit() {},
})
