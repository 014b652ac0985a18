import * as v from 'valibot'
import { contractBytecode } from './contractBytecode.js'
import { developmentAccounts } from './developmentAccounts.js'
import { isEvmAddress } from './evmAddress.js'
import { contractDeployer, localContracts } from './localContracts.js'

const AMPLE_GAS = '0xe4e1c0' // 15 000 000, below what a transaction may ask for
const AMPLE_BLOCK_GAS = '0x3b9aca00'

const repliesSchema = v.array(v.object({ error: v.optional(v.object({ message: v.string() })) }))

/** Makes the local contracts in the chain's first block, so that they are on every fresh chain at the same addresses. */
export async function deployContracts(url: string, abortSignal: AbortSignal): Promise<void> {
  const ask = async (calls: readonly (readonly [method: string, ...params: readonly unknown[]])[]): Promise<void> => {
    const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: abortSignal })
    const refused = v.parse(repliesSchema, await response.json()).find(({ error }) => error)
    if (refused?.error) throw new Error(`the tokens could not be made: ${refused.error.message}`)
  }
  const limit = await blockGasLimit(url, abortSignal)
  await ask([
    ['evm_setAutomine', false],
    ['evm_setBlockGasLimit', AMPLE_BLOCK_GAS],
    ['anvil_impersonateAccount', contractDeployer],
    ['anvil_setBalance', contractDeployer, '0xde0b6b3a7640000'],
  ])
  const creations = (await initCodes()).map((data, nonce) => {
    const transaction = { from: contractDeployer, nonce: `0x${nonce.toString(16)}`, gas: AMPLE_GAS, data }
    return ['eth_sendTransaction', transaction] as const
  })
  await ask(creations)
  await ask([['evm_mine']])
  await ask([
    ['anvil_stopImpersonatingAccount', contractDeployer],
    ['evm_setBlockGasLimit', limit],
    ['evm_setAutomine', true],
  ])
}

const blockSchema = v.object({ result: v.object({ gasLimit: v.string() }) })

async function blockGasLimit(url: string, signal: AbortSignal): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
  return v.parse(blockSchema, await response.json()).result.gasLimit
}

type Token = (typeof localContracts.tokens)[number]

/** Bytecode and constructor arguments in the order of the deployer's nonces. */
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
  const { tokens, coinFeed, feeds } = localContracts
  return [
    ...tokens.map((token) => withArguments(contractBytecode[token.contract], tokenArguments(token))),
    withArguments(contractBytecode.TileCollection, forHolders),
    withArguments(contractBytecode.BadgeCollection, forHolders),
    contractBytecode.SwapDesk,
    ...[coinFeed, ...feeds].map(({ description, answer }) => {
      const encoded = encodeAbiParameters(parseAbiParameters('string, int256'), [description, answer])
      return withArguments(contractBytecode.PriceFeed, encoded)
    }),
  ]
}
