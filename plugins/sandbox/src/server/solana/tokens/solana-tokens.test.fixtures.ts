import { createHmac, pbkdf2Sync } from 'node:crypto'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll } from 'vitest'
import { localSolanaNetwork } from '../../../local-networks.js'
import { type Sandbox, startSandbox } from '../../start.js'
import { solanaDevelopmentAccounts } from '../development-accounts.js'
import type { localMints } from './local-mints.js'
import { ASSOCIATED_TOKEN_PROGRAM } from './token-addresses.js'

export const { caipNetworkId } = localSolanaNetwork
export const system = address('11111111111111111111111111111111')
export const [aliceAddress = '', bob = ''] = solanaDevelopmentAccounts
export let sandbox: Sandbox
export let alice: KeyPairSigner

/** Signer of an account of the development mnemonic, by its index. */
export async function developmentSigner(number: number): Promise<KeyPairSigner> {
  const seed = pbkdf2Sync(`${'test '.repeat(11)}junk`, 'mnemonic', 2048, 64, 'sha512')
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of [44, 501, number, 0]) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(index + 0x80000000, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return createKeyPairSignerFromPrivateKeyBytes(node.subarray(0, 32))
}

export async function ask(method: string, params: readonly unknown[] = []) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
  return (await fetch(`${sandbox.url}/v1/?chainId=${caipNetworkId}`, init)).json()
}

/** Associated token account of `owner`, derived by `@solana/kit`. */
export async function tokenAccountOf(
  owner: string,
  mint: { readonly address: string; readonly program: string },
): Promise<Address> {
  const seeds = [owner, mint.program, mint.address].map((one) => getAddressEncoder().encode(address(one)))
  const [tokenAccount] = await getProgramDerivedAddress({ programAddress: address(ASSOCIATED_TOKEN_PROGRAM), seeds })
  return tokenAccount
}

export const account = (text: string, role: AccountRole) => ({ address: address(text), role })
export const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole
export type Mint = (typeof localMints)[number]
export async function transferChecked(
  from: KeyPairSigner,
  to: string,
  of: { readonly mint: Mint; readonly amount: bigint },
) {
  const { mint, amount } = of
  const data = new Uint8Array(10)
  data[0] = 12
  new DataView(data.buffer).setBigUint64(1, amount, true)
  data[9] = mint.decimals
  const [source, target] = [await tokenAccountOf(from.address, mint), await tokenAccountOf(to, mint)]
  const accounts = [
    ...[account(source, WRITABLE), account(mint.address, READONLY)],
    ...[account(target, WRITABLE), account(from.address, READONLY_SIGNER)],
  ]
  return { programAddress: address(mint.program), accounts, data }
}

export async function createTokenAccount(payer: KeyPairSigner, owner: string, mint: Mint): Promise<Instruction> {
  const accounts = [
    ...[account(payer.address, WRITABLE_SIGNER), account(await tokenAccountOf(owner, mint), WRITABLE)],
    ...[account(owner, READONLY), account(mint.address, READONLY), account(system, READONLY)],
    account(mint.program, READONLY),
  ]
  return { programAddress: address(ASSOCIATED_TOKEN_PROGRAM), accounts, data: Uint8Array.of(1) }
}

export async function sign(payer: KeyPairSigner, instructions: readonly Instruction[]) {
  const { blockhash: hash } = (await ask('getLatestBlockhash')).result.value
  const lifetime = { blockhash: blockhash(hash), lastValidBlockHeight: 1_000n }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  )
  return signTransactionMessageWithSigners(message)
}

export async function send(payer: KeyPairSigner, instructions: readonly Instruction[], options = {}): Promise<string> {
  const signed = await sign(payer, instructions)
  const { result, error } = await ask('sendTransaction', [
    getBase64EncodedWireTransaction(signed),
    { encoding: 'base64', ...options },
  ])
  if (error) throw new Error(JSON.stringify(error))
  return result
}

export function startOneSandbox(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
    alice = await developmentSigner(0)
  })

  afterAll(() => sandbox.stop())
}
