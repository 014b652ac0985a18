import * as v from 'valibot'
import type { Account } from '../solana-machine.js'
import { addressParam, countSchema, inContext, type Methods, parseParam, type SolanaNode } from './method.js'
import { parseTokenData, tokenAccountsOf, tokenAmountOf, tokenSupplyOf } from './token-methods.js'

export type AccountEncoding = 'base58' | 'base64' | 'jsonParsed' | undefined

const accountConfig = v.object({ encoding: v.optional(v.picklist(['base58', 'base64', 'jsonParsed'])) })
const addressesSchema = v.pipe(v.array(v.string()), v.maxLength(100))

/** Methods that read accounts, coins and tokens. */
export function accountMethods(node: SolanaNode): Methods {
  const { chain } = node
  return {
    getBalance: ([address]) => inContext(chain, chain.balance(addressParam(node, address))),
    getAccountInfo: ([address, config]) => inContext(chain, accountInfo(node, addressParam(node, address), config)),
    getMultipleAccounts: ([list, config]) => {
      const addresses = parseParam(addressesSchema, list, 'addresses')
      return inContext(
        chain,
        addresses.map((address) => accountInfo(node, addressParam(node, address), config)),
      )
    },
    getMinimumBalanceForRentExemption: ([length]) =>
      chain.rentExemption(BigInt(parseParam(countSchema, length, 'length'))),
    getTokenAccountsByOwner: ([owner, filter, config]) => inContext(chain, tokenAccounts(node, owner, filter, config)),
    getTokenAccountBalance: ([address]) => inContext(chain, tokenAmountOf(chain, addressParam(node, address))),
    getTokenSupply: ([mint]) => inContext(chain, tokenSupplyOf(chain, addressParam(node, mint))),
  }
}

/** Account in the format of Solana's RPC. */
export function encodeAccount(node: SolanaNode, account: Account, encoding: AccountEncoding): object {
  const { lamports, programAddress: owner, executable, space } = account
  const data = encodeData(node, account, encoding)
  return { lamports, owner, executable, rentEpoch: 18446744073709551615n, space, data }
}

function encodeData({ chain, kit }: SolanaNode, { programAddress, data }: Account, encoding: AccountEncoding): unknown {
  if (encoding === undefined) return kit.getBase58Decoder().decode(data) // nodes omit the name of the default encoding
  if (encoding === 'base58') return [kit.getBase58Decoder().decode(data), 'base58']
  const parsed = encoding === 'jsonParsed' && parseTokenData(chain, programAddress, new Uint8Array(data))
  return parsed || [Buffer.from(data).toString('base64'), 'base64'] // nodes also respond in base64 if they have no parser for the program
}

function accountInfo(node: SolanaNode, address: string, config: unknown): object | null {
  const { encoding } = parseParam(accountConfig, config ?? {}, 'config')
  const account = node.chain.account(address)
  return account && encodeAccount(node, account, encoding)
}

function tokenAccounts(node: SolanaNode, owner: unknown, filter: unknown, config: unknown): readonly object[] {
  const { encoding } = parseParam(accountConfig, config ?? {}, 'config')
  return tokenAccountsOf(node.chain, addressParam(node, owner), filter).flatMap(({ address: pubkey }) => {
    const account = node.chain.account(pubkey)
    return account ? [{ pubkey, account: encodeAccount(node, account, encoding) }] : []
  })
}
