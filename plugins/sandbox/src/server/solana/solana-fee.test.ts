import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { expect, test } from 'vitest'
import { findLitesvm, loadLitesvm } from './litesvm.js'
import { createSolanaChain } from './solana-chain.js'

const ED25519 = 'Ed25519SigVerify111111111111111111111111111'
const SECP256K1 = 'KeccakSecp256k11111111111111111111111111111'
const SECP256R1 = 'Secp256r1SigVerify1111111111111111111111111'
const SYSTEM = '11111111111111111111111111111111'
const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111')

/** Compute unit price of one lamport per unit, so that the fee shows the default limit. */
const price = Uint8Array.of(3, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0)
const limit = Uint8Array.of(2, 0xe8, 3, 0, 0)

/** Instructions with data that the programs reject, because a failed transaction pays its fee too. */
test.each<[string, readonly (readonly [program: string, ...data: number[]])[]]>([
  ['no other program', []],
  ['a program that is not built in', [['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 255]]],
  ['the system program', [[SYSTEM, 255]]],
  ['the vote program', [['Vote111111111111111111111111111111111111111']]],
  ['the stake program', [['Stake11111111111111111111111111111111111111']]],
  ['the first loader', [['BPFLoader1111111111111111111111111111111111']]],
  ['the second loader', [['BPFLoader2111111111111111111111111111111111']]],
  ['the upgradeable loader', [['BPFLoaderUpgradeab1e11111111111111111111111']]],
  ['ed25519 without data', [[ED25519]]],
  ['ed25519 with 2 signatures', [[ED25519, 2, 0]]],
  ['secp256k1 with 3 signatures', [[SECP256K1, 3]]],
  ['secp256r1 with 255 signatures', [[SECP256R1, 255, 0, 0]]],
  ['several signature programs', [[ED25519, 1, 0], [SECP256K1, 2], [SECP256R1, 3], [ED25519, 4, 0], [SYSTEM]]],
])('the fee of a transaction with %s is what LiteSVM charges', async (_, calls) => {
  const chain = createSolanaChain(loadLitesvm(findLitesvm(process.cwd())))
  const payer = await generateKeyPairSigner()
  chain.airdrop(payer.address, 10n ** 10n)
  const instructions = calls.map(([program, ...data]) => ({
    programAddress: address(program),
    data: Uint8Array.from(data),
  }))
  for (const settings of [[price], [price, limit]]) {
    const budget = settings.map((data) => ({ programAddress: COMPUTE_BUDGET, data }))
    const transaction = await pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          { blockhash: blockhash(chain.latestBlockhash().blockhash), lastValidBlockHeight: 1_000n },
          message,
        ),
      (message) => appendTransactionMessageInstructions([...budget, ...instructions], message),
      signTransactionMessageWithSigners,
    )
    const before = chain.balance(payer.address)
    const signature = chain.send(new Uint8Array(getTransactionEncoder().encode(transaction)), true)
    const paid = before - chain.balance(payer.address)
    expect(paid).toBeGreaterThan(0n)
    expect(chain.fee(new Uint8Array(transaction.messageBytes))).toBe(paid)
    expect(chain.records.of(signature)?.fee).toBe(paid)
  }
})
