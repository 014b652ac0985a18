import { Keyring } from '@polkadot/keyring'
import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import version from '@polkadot/types-support/metadata/v15/kusama-ver'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import type { Network, SendDraft } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import known from '../../networks.json' with { type: 'json' }
import { apiOn } from '../chain.test.steps.js'
import type { Sending } from './handler.js'

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

/** Of Kusama, in plancks. */
export const DEPOSIT = 333_333_333n
export const FEE = 1_000_000n

interface Account {
  readonly free: bigint
  readonly providers?: number
  readonly sufficients?: number
}
const toRecord = ({ free, providers = 0, sufficients = 0 }: Account) => ({ providers, sufficients, data: { free } })

interface World {
  /** What Alice has. */
  readonly own: bigint
  readonly receiver: Account
  /** The number of Alice's next transaction, each time that the node is asked. */
  readonly nonces?: () => number
  /** What the node says to a transaction. */
  readonly take?: (hex: string) => unknown
}

/** Alice's wallet, and Kusama with two accounts, by its real metadata. */
export async function sendingOn({ own, receiver, nonces = () => 3, take = () => undefined }: World) {
  const accounts = new Map<unknown, string>()
  let fee = ''
  const feeInfo = (): string => fee
  const api = await apiOn(kusama, version, {
    chain_getBlockHash: `0x${network.reference}${'00'.repeat(16)}`,
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
  open(alice.address, { free: own, providers: 1 })
  open(stranger, receiver)
  const provider = {
    ...{ name: 'wallet', version: '1' },
    accounts: { get: async () => [{ address: alice.address, type: 'sr25519' }], subscribe: () => () => {} },
    signer: {
      signPayload: async (payload: { readonly version: number }) =>
        api.registry.createType('ExtrinsicPayload', payload as never, { version: payload.version }).sign(alice),
    },
  }
  const { caipNetworkId } = network
  const live = { connectorId: 'wallet', provider, account: { address: alice.address }, caipNetworkId }
  const sent: string[] = []
  const write = async (_: string, [hex = '']: readonly string[]): Promise<unknown> => {
    sent.push(hex)
    return take(hex)
  }
  const sending = {
    ctx: { api: { rpc: () => ({ write: write }) } },
    options: {},
    apis: async () => ({ of: async () => api, ofNow: async () => api }),
    passages: new Map(),
  } as unknown as Sending
  const draft = {
    connection: { ...live, adapter: { connections: { peek: () => [live] } } },
    network,
    token: { assetId: coinAssetId(network), symbol: 'KSM', decimals: 12 },
    receiver: stranger,
    amount: 'max',
  } as unknown as SendDraft
  return { sending, draft, sent }
}
