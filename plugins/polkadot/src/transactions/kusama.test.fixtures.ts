import { Keyring } from '@polkadot/keyring'
import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import version from '@polkadot/types-support/metadata/v15/kusama-ver'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import {
  type Api,
  type Context,
  type Network,
  type SendDraft,
  signal,
  type TransactionDecoder,
  type TransactionPolicy,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { createFakeConnection, createFakeContext, createFakeRpc } from '@wallet-modal/kernel/testing'
import { createTransactions, decoders, transactionPolicies } from '@wallet-modal/kernel/transactions'
import known from '../../networks.json' with { type: 'json' }
import { apiOn } from '../chain.test.fixtures.js'
import type { ChainContext } from '../chain-context.js'
import { createPolkadotDriver } from './driver.js'
import type { InclusionWindows } from './inclusion-window.js'
import { hashOf, type SignerPayload } from './payload.js'

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
  /** The node's answer to a transaction. Default: its hash. */
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
  submit = hashOf,
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
  const sent: string[] = []
  const rpc = createFakeRpc(({ params: [hex = ''] }) => {
    sent.push(String(hex))
    return submit(String(hex))
  })
  const chains: ChainContext = {
    ...{ ctx: contextOf(rpc, contributions), options: {} },
    apis: async () => ({ of: async () => api, withCurrentRuntime: async () => api }),
  }
  const inclusionWindows: InclusionWindows = new Map()
  const transactions = createTransactions(chains.ctx, createPolkadotDriver(chains, inclusionWindows))
  const connected = createFakeConnection({
    ...{ network, connectorId: 'wallet', provider, account: { address: alice.address, type: 'eoa' } },
  })
  const draft: SendDraft = {
    connection: { ...connected, adapter: { ...connected.adapter, connections: signal([connected]), transactions } },
    ...{ network, receiver: stranger, amount: 'max' },
    token: { assetId: coinAssetId(network), caipNetworkId: network.caipNetworkId, ...network.nativeCurrency },
  }
  return { api, chains, draft, transactions, sent, signed, inclusionWindows }
}

/** Context with a node that accepts transactions, without storage. */
function contextOf(rpc: Api['rpc'], { decoder, policy }: Pick<KusamaOptions, 'decoder' | 'policy'>): Context {
  const ctx = createFakeContext({
    api: { rpc },
    storage: { get: () => null, set: () => true, remove: () => undefined, watch: () => () => undefined },
  })
  if (decoder) ctx.add(decoders, decoder)
  if (policy) ctx.add(transactionPolicies, policy)
  return ctx
}
