import * as v from 'valibot'
import { developmentAccounts } from '../development-accounts.js'
import { ensContracts, ensDeployer, UNIVERSAL_RESOLVER } from '../ens/ens-contracts.js'
import { ensTransactions } from '../ens/ens-transactions.js'
import { isEvmAddress } from '../evm-address.js'
import { contractBytecode } from './contract-bytecode.js'
import { contractDeployer, localContracts } from './local-contracts.js'
import { create2Factory, smartAccountCreation } from './smart-account-contract.js'

const AMPLE_GAS = '0xe4e1c0' // 15 000 000, below the maximum gas of a transaction
const DEPLOYER_COINS = '0x21e19e0c9bab2400000' // 10 000 coins; a part of them funds the pools
const AMPLE_BLOCK_GAS = '0x3b9aca00' // 1 000 000 000, so that all deployments fit into one block

const repliesSchema = v.array(v.object({ error: v.optional(v.object({ message: v.string() })) }))

/**
 * Deploys the local contracts, ENS and the smart account contract in the chain's first block. The deployers always send the same transactions, so
 * every new chain has the contracts at the same addresses.
 */
export async function deployContracts(url: string, abortSignal: AbortSignal): Promise<void> {
  const send = async (calls: readonly (readonly [method: string, ...params: readonly unknown[]])[]): Promise<void> => {
    const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: abortSignal })
    const failed = v.parse(repliesSchema, await response.json()).find(({ error }) => error)
    if (failed?.error) throw new Error(`the contracts could not be deployed: ${failed.error.message}`)
  }
  const limit = await blockGasLimit(url, abortSignal)
  await send([
    ['evm_setAutomine', false],
    ['evm_setBlockGasLimit', AMPLE_BLOCK_GAS],
    ['anvil_impersonateAccount', contractDeployer],
    ['anvil_setBalance', contractDeployer, DEPLOYER_COINS],
    ['anvil_impersonateAccount', ensDeployer],
    ['anvil_setBalance', ensDeployer, DEPLOYER_COINS],
  ])
  const creations = [
    ...(await initCodes()).map((data): Transaction => ({ data })),
    ...(await poolDeposits()),
    { to: create2Factory, data: smartAccountCreation },
  ]
  await send([...toCalls(contractDeployer, creations), ...toCalls(ensDeployer, await ensTransactions())])
  await send([['evm_mine']])
  const ensCode = await codeAt(url, ensContracts.universalResolver, abortSignal)
  await send([
    ['anvil_setCode', UNIVERSAL_RESOLVER, ensCode],
    ['anvil_stopImpersonatingAccount', contractDeployer],
    ['anvil_stopImpersonatingAccount', ensDeployer],
    ['evm_setBlockGasLimit', limit],
    ['evm_setAutomine', true],
  ])
}

const toCalls = (from: string, transactions: readonly Transaction[]) =>
  transactions.map((one, nonce) => {
    const transaction = { from, nonce: `0x${nonce.toString(16)}`, gas: AMPLE_GAS, ...one }
    return ['eth_sendTransaction', transaction] as const
  })

const codeSchema = v.object({ result: v.pipe(v.string(), v.regex(/^0x[\da-f]{2,}$/)) })

/** Code of a contract. Rejects if the address has no code. */
async function codeAt(url: string, address: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
  return v.parse(codeSchema, await response.json()).result
}

const blockSchema = v.object({ result: v.object({ gasLimit: v.string() }) })

async function blockGasLimit(url: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
  return v.parse(blockSchema, await response.json()).result.gasLimit
}

interface Transaction {
  readonly to?: string
  readonly data: string
  readonly value?: string
}

/** Transactions that send the initial reserves to the pools. */
async function poolDeposits(): Promise<readonly Transaction[]> {
  const { encodeFunctionData, parseAbi, toHex } = await import('viem')
  const abi = parseAbi([
    'function mint(address to, uint256 value)',
    'function depositTo(address to)',
    'function sync()',
  ])
  const { pools, wrapped } = localContracts
  return pools.flatMap(({ address, token, tokenReserve, coins }): readonly Transaction[] => [
    { to: token, data: encodeFunctionData({ abi, functionName: 'mint', args: [address, tokenReserve] }) },
    { to: wrapped, data: encodeFunctionData({ abi, functionName: 'depositTo', args: [address] }), value: toHex(coins) },
    { to: address, data: encodeFunctionData({ abi, functionName: 'sync' }) },
  ])
}

type Token = (typeof localContracts.tokens)[number]

/** Creation code of each local contract with its constructor arguments. The order determines the addresses in `local-contracts.ts`. */
async function initCodes(): Promise<readonly string[]> {
  const { encodeAbiParameters, parseAbiParameters, stringToHex } = await import('viem')
  const holders = developmentAccounts.map((address) => address.toLowerCase()).filter(isEvmAddress)
  const tokenArguments = ({ contract, name, symbol, decimals, eachHolds }: Token): string => {
    const each = eachHolds * 10n ** BigInt(decimals)
    if (contract !== 'RelicToken') {
      const types = parseAbiParameters('string, string, uint8, address[], uint256')
      return encodeAbiParameters(types, [name, symbol, decimals, holders, each])
    }
    const [nameBytes, symbolBytes] = [stringToHex(name, { size: 32 }), stringToHex(symbol, { size: 32 })]
    const types = parseAbiParameters('bytes32, bytes32, uint8, address[], uint256')
    return encodeAbiParameters(types, [nameBytes, symbolBytes, decimals, holders, each])
  }
  const withArguments = (code: string, encoded: string): string => code + encoded.slice(2)
  const forHolders = encodeAbiParameters(parseAbiParameters('address[]'), [holders])
  const { tokens, coinFeed, feeds, wrapped, pools } = localContracts
  const pairs = pools.map(({ address }) => address)
  return [
    ...tokens.map((token) => withArguments(contractBytecode[token.contract], tokenArguments(token))),
    withArguments(contractBytecode.TileCollection, forHolders),
    withArguments(contractBytecode.BadgeCollection, forHolders),
    contractBytecode.SwapDesk,
    ...[coinFeed, ...feeds].map(({ description, answer }) => {
      const encoded = encodeAbiParameters(parseAbiParameters('string, int256'), [description, answer])
      return withArguments(contractBytecode.PriceFeed, encoded)
    }),
    contractBytecode.WrappedCoin,
    ...pools.map(({ token }) => {
      const encoded = encodeAbiParameters(parseAbiParameters('address, address'), [token, wrapped])
      return withArguments(contractBytecode.SwapPair, encoded)
    }),
    withArguments(
      contractBytecode.SwapRouter,
      encodeAbiParameters(parseAbiParameters('address, address[]'), [wrapped, pairs]),
    ),
    withArguments(contractBytecode.IdRegistry, forHolders),
  ]
}
