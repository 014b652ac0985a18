import { exactJson } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import { messageOf } from '../../errors.js'
import type { SolanaModules } from '../litesvm.js'
import type { SolanaChain } from '../solana-chain.js'
import { invalidParams, RpcFault } from './fault.js'
import { signaturesOf, transactionOf } from './record-methods.js'
import { parseTokenData, tokenAccountsOf, tokenAmountOf, tokenSupplyOf } from './token-methods.js'

type Method = (params: readonly unknown[]) => unknown

const encoding = v.object({ encoding: v.optional(v.picklist(['base58', 'base64'])) })
const accountConfig = v.object({ encoding: v.optional(v.picklist(['base58', 'base64', 'jsonParsed'])) })
const sendConfig = v.object({ ...encoding.entries, skipPreflight: v.optional(v.boolean(), false) })
const simulateConfig = v.object({
  ...encoding.entries,
  replaceRecentBlockhash: v.optional(v.boolean(), false),
  sigVerify: v.optional(v.boolean(), false),
  accounts: v.optional(
    v.object({ encoding: v.optional(v.picklist(['base64', 'jsonParsed']), 'base64'), addresses: v.array(v.string()) }),
  ),
})
const signaturesConfig = v.object({
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))),
  before: v.optional(v.string()),
  until: v.optional(v.string()),
})
const transactionConfig = v.object({ encoding: v.optional(v.picklist(['json', 'base58', 'base64']), 'json') })
type Encoding = v.InferOutput<typeof accountConfig>['encoding']
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** JSON-RPC of a Solana node: the methods that wallets and pages use for balances, transfers and status. */
export function createSolanaRpc({
  chain,
  kit,
  genesisHash,
}: {
  readonly chain: SolanaChain
  readonly kit: SolanaModules['kit']
  readonly genesisHash: string
}): (body: string) => string {
  const parse = <S extends v.GenericSchema>(schema: S, value: unknown, what: string): v.InferOutput<S> => {
    const result = v.safeParse(schema, value)
    if (result.success) return result.output
    throw invalidParams(`${what}: ${result.issues[0].message}`)
  }
  const toAddress = (value: unknown): string => {
    if (typeof value === 'string' && kit.isAddress(value)) return value
    throw invalidParams('an address is 32 bytes in base58')
  }
  const toBytes = (value: unknown, kind: 'base58' | 'base64' = 'base58'): Uint8Array => {
    const text = parse(v.string(), value, 'transaction')
    try {
      return new Uint8Array((kind === 'base64' ? kit.getBase64Encoder() : kit.getBase58Encoder()).encode(text))
    } catch {
      throw invalidParams(`the transaction is not ${kind}`)
    }
  }
  const inContext = (value: unknown) => ({ context: { slot: chain.slot() }, value })
  /** nodes omit the name of the default encoding */
  const inBase58 = (
    data: Parameters<ReturnType<typeof kit.getBase58Decoder>['decode']>[0],
    kind: 'base58' | undefined,
  ) => {
    const text = kit.getBase58Decoder().decode(data)
    return kind ? [text, kind] : text
  }
  const accountOf = (address: string, config: unknown) => {
    const { encoding: kind } = parse(accountConfig, config ?? {}, 'config')
    const account = chain.account(address)
    return account && written(account, kind)
  }
  const written = (account: NonNullable<ReturnType<SolanaChain['account']>>, kind: Encoding) => {
    const parsed = kind === 'jsonParsed' && parseTokenData(chain, account.programAddress, new Uint8Array(account.data))
    const data =
      kind === undefined || kind === 'base58'
        ? inBase58(account.data, kind)
        : parsed || [Buffer.from(account.data).toString('base64'), 'base64'] // nodes respond this way if they have no parser
    const { lamports, programAddress: owner, executable, space } = account
    return { lamports, owner, executable, rentEpoch: 18446744073709551615n, space, data }
  }
  const accountsAfter = (
    accounts: ReturnType<SolanaChain['simulate']>['accounts'],
    { addresses, encoding: kind }: { readonly addresses: readonly string[]; readonly encoding: Encoding },
  ) => {
    if (addresses.length > accounts.size) throw invalidParams(`Too many accounts provided; max ${accounts.size}`)
    return addresses.map((address) => {
      const account = accounts.get(toAddress(address))
      return account ? written(account, kind) : null
    })
  }
  const tokenAccounts = (owner: unknown, filter: unknown, config: unknown) => {
    const { encoding: kind } = parse(accountConfig, config ?? {}, 'config')
    return tokenAccountsOf(chain, toAddress(owner), filter).flatMap(({ address: pubkey }) => {
      const account = chain.account(pubkey)
      return account ? [{ pubkey, account: written(account, kind) }] : []
    })
  }

  const methods: Readonly<Record<string, Method>> = {
    getHealth: () => 'ok',
    getGenesisHash: () => genesisHash,
    getSlot: () => chain.slot(),
    getBlockHeight: () => chain.slot(),
    getEpochInfo: () => ({ epoch: chain.epoch(), absoluteSlot: chain.slot(), blockHeight: chain.slot() }),
    getLatestBlockhash: () => inContext(chain.latestBlockhash()),
    isBlockhashValid: ([hash]) => inContext(chain.isBlockhashValid(parse(v.string(), hash, 'blockhash'))),
    getBalance: ([address]) => inContext(chain.balance(toAddress(address))),
    getAccountInfo: ([address, config]) => inContext(accountOf(toAddress(address), config)),
    getMultipleAccounts: ([addresses, config]) =>
      inContext(
        parse(v.pipe(v.array(v.string()), v.maxLength(100)), addresses, 'addresses').map((address) =>
          accountOf(toAddress(address), config),
        ),
      ),
    getMinimumBalanceForRentExemption: ([length]) => chain.rentExemption(BigInt(parse(count, length, 'length'))),
    getTokenAccountsByOwner: ([owner, filter, config]) => inContext(tokenAccounts(owner, filter, config)),
    getTokenAccountBalance: ([address]) => inContext(tokenAmountOf(chain, toAddress(address))),
    getTokenSupply: ([mint]) => inContext(tokenSupplyOf(chain, toAddress(mint))),
    getFeeForMessage: ([message]) => inContext(chain.fee(toBytes(message, 'base64')) ?? null),
    // one transaction at a time: nobody has ever paid for priority here
    getRecentPrioritizationFees: () => [{ slot: chain.slot(), prioritizationFee: 0 }],
    getSignaturesForAddress: ([address, config]) =>
      signaturesOf(chain, toAddress(address), parse(signaturesConfig, config ?? {}, 'config')),
    getTransaction: ([signature, config]) =>
      transactionOf(
        { chain, kit },
        parse(v.string(), signature, 'signature'),
        parse(transactionConfig, typeof config === 'string' ? { encoding: config } : (config ?? {}), 'config').encoding,
      ),
    requestAirdrop: ([address, lamports]) =>
      chain.airdrop(toAddress(address), BigInt(parse(count, lamports, 'lamports'))),
    simulateTransaction([transaction, config]) {
      const options = parse(simulateConfig, config ?? {}, 'config')
      const { accounts: asked, replaceRecentBlockhash: replaceBlockhash, sigVerify: verify } = options
      const bytes = toBytes(transaction, options.encoding)
      const { accounts, ...outcome } = chain.simulate(bytes, { replaceBlockhash, verify })
      return inContext({ ...outcome, accounts: asked ? accountsAfter(accounts, asked) : null, returnData: null })
    },
    sendTransaction([transaction, config]) {
      const { encoding: kind, skipPreflight } = parse(sendConfig, config ?? {}, 'config')
      return chain.send(toBytes(transaction, kind), skipPreflight)
    },
    getSignatureStatuses: ([signatures]) =>
      inContext(
        parse(v.pipe(v.array(v.string()), v.maxLength(256)), signatures, 'signatures').map((signature) => {
          const known = chain.status(signature)
          if (!known) return null
          const { slot, err } = known
          const status = err === null ? { Ok: null } : { Err: err }
          return { slot, err, status, confirmations: null, confirmationStatus: 'finalized' }
        }),
      ),
  }

  const answer = (call: unknown): object | undefined => {
    const { id = null, method, params = [] }: { id?: unknown; method?: unknown; params?: unknown } = Object(call)
    const isNotification = !Object.hasOwn(Object(call), 'id')
    try {
      if (typeof method !== 'string' || !Array.isArray(params)) throw new RpcFault(-32600, 'Invalid request')
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new RpcFault(-32601, `The sandbox's Solana chain has no method "${method.slice(0, 64)}".`)
      const result = run(params)
      return isNotification ? undefined : { jsonrpc: '2.0', id, result }
    } catch (error) {
      if (isNotification && typeof method === 'string') return undefined
      const { code = -32603, data } = error instanceof RpcFault ? error : {}
      return { jsonrpc: '2.0', id, error: { code, message: messageOf(error), ...(data === undefined ? {} : { data }) } }
    }
  }
  return (body) => {
    const message: unknown = JSON.parse(body)
    if (!Array.isArray(message)) {
      const reply = answer(message)
      return reply ? exactJson(reply) : ''
    }
    const replies = message.flatMap((call) => answer(call) ?? [])
    return replies.length > 0 ? exactJson(replies) : ''
  }
}
