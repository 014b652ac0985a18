import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import type { Account } from '@wallet-modal/kernel'
import { crypto, initEccLib, networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { witnessStackToScriptWitness } from 'bitcoinjs-lib/src/psbt/psbtutils'
import { ECPairFactory } from 'ecpair'
import { describe, expect, it } from 'vitest'
import type { BitcoinWallet } from '../contract.js'
import { createProvider } from '../wallets/provider.js'
import { preparePsbt } from './psbt.js'

initEccLib(ecc)

const network = networks.regtest
const key = ECPairFactory(ecc).fromPrivateKey(hex.decode('11'.repeat(32)), { network })
const stranger = ECPairFactory(ecc).fromPrivateKey(hex.decode('22'.repeat(32)), { network })
const internal = key.publicKey.slice(1)
const tweaked = key.tweak(crypto.taggedHash('TapTweak', internal))
const outputs = {
  p2wpkh: payments.p2wpkh({ pubkey: key.publicKey, network }),
  p2tr: payments.p2tr({ internalPubkey: internal, network }),
}
type Kind = keyof typeof outputs

const bytes = (value: Uint8Array | undefined): Uint8Array => value ?? new Uint8Array()
const strange = bytes(payments.p2wpkh({ pubkey: stranger.publicKey, network }).output)
const address = (kind: Kind): string => outputs[kind].address ?? ''
const accounts: readonly Account[] = [
  { address: address('p2wpkh'), type: 'payment' },
  { address: address('p2tr'), type: 'ordinal' },
]

/** A PSBT with two inputs of the user's account, then one of a stranger. */
function draft(
  kind: Kind,
  { hasInternalKey = true, sighashType }: { hasInternalKey?: boolean; sighashType?: number } = {},
): Psbt {
  const psbt = new Psbt({ network })
  const script = bytes(outputs[kind].output)
  for (const hash of ['aa', 'bb'])
    psbt.addInput({
      hash: hash.repeat(32),
      index: 0,
      witnessUtxo: { script, value: 100_000n },
      ...(kind === 'p2tr' && hasInternalKey && { tapInternalKey: internal }),
      ...(sighashType !== undefined && { sighashType }),
    })
  psbt.addInput({ hash: 'cc'.repeat(32), index: 0, witnessUtxo: { script: strange, value: 100_000n } })
  return psbt.addOutput({ script: strange, value: 299_000n })
}

const prepare = (psbt: Psbt, kind: Kind, indexes?: readonly number[]) =>
  preparePsbt(psbt.toBase64(), { accounts, signInputs: indexes && { [address(kind)]: indexes } })

function signedKeyPath(psbt: Psbt): Uint8Array {
  for (const index of [0, 1]) psbt.signInput(index, tweaked, [Transaction.SIGHASH_DEFAULT, Transaction.SIGHASH_ALL])
  return bytes(psbt.data.inputs[0]?.tapKeySig)
}

describe('a PSBT with more signatures than the site requested', () => {
  it.each(['signature only', 'finalized'])('D7: is rejected if another input of the user is signed (%s)', (how) => {
    const psbt = draft('p2wpkh')
    const prepared = prepare(psbt, 'p2wpkh', [0])
    psbt.signInput(0, key).signInput(1, key)
    if (how === 'finalized') psbt.finalizeInput(1)
    expect(() => prepared.check(psbt.toBase64())).toThrow('input 1 is signed, which was not requested')
  })

  it('D7: is rejected if the signature in the input of a stranger was replaced', () => {
    const given = draft('p2wpkh').signInput(2, stranger)
    const prepared = prepare(given, 'p2wpkh', [0])
    const psbt = draft('p2wpkh').signInput(0, key)
    const signature = bytes(given.data.inputs[2]?.partialSig?.[0]?.signature).with(20, 1)
    psbt.updateInput(2, { partialSig: [{ pubkey: stranger.publicKey, signature }] })
    expect(() => prepared.check(psbt.toBase64())).toThrow('input 2 is signed, which was not requested')
  })

  it('is accepted if the wallet only finalized the input of a stranger with its existing signature', () => {
    const psbt = draft('p2wpkh').signInput(2, stranger)
    const prepared = prepare(psbt, 'p2wpkh', [0, 1])
    psbt.signInput(0, key).signInput(1, key).finalizeAllInputs()
    expect(() => prepared.check(psbt.toBase64())).not.toThrow()
  })

  it('is accepted if the wallet only finalized the input of a stranger that has a script of more than 65,535 bytes', () => {
    const signed = draft('p2wpkh').signInput(2, stranger)
    const witnessScript = new Uint8Array(65_536).fill(0x51)
    const given = signed.updateInput(2, { witnessScript })
    const prepared = prepare(given, 'p2wpkh', [0])
    const signature = bytes(given.data.inputs[2]?.partialSig?.[0]?.signature)
    const psbt = draft('p2wpkh').signInput(0, key)
    psbt.updateInput(2, { finalScriptWitness: witnessStackToScriptWitness([signature, witnessScript]) })
    expect(() => prepared.check(psbt.toBase64())).not.toThrow()
  })

  it.each([
    ['has bytes after its last item', [0, ...new Array(64).fill(1)]],
    ['ends within an item', [1, 100, ...new Array(64).fill(1)]],
    ['contains an item that is longer than the witness', [1, 0xfe, 0, 0, 1, 0, ...new Array(64).fill(1)]],
  ])('D7: is rejected if the witness of another input of the user %s', (_, witness) => {
    const prepared = prepare(draft('p2wpkh'), 'p2wpkh', [0])
    const psbt = draft('p2wpkh').signInput(0, key)
    psbt.updateInput(1, { finalScriptWitness: Uint8Array.from(witness) })
    expect(() => prepared.check(psbt.toBase64())).toThrow('input 1 is signed, which was not requested')
  })

  it('D7: is rejected if a requested input has a witness that cannot be read', () => {
    const psbt = draft('p2wpkh').signInput(0, key).finalizeInput(0)
    const prepared = prepare(draft('p2wpkh'), 'p2wpkh', [0])
    const witness = bytes(psbt.data.inputs[0]?.finalScriptWitness)
    Object.assign(psbt.data.inputs[0] ?? {}, { finalScriptWitness: Uint8Array.from([...witness, 0]) })
    expect(() => prepared.check(psbt.toBase64())).toThrow('finalized in a form that cannot be verified')
  })
})

describe('a taproot signature', () => {
  it('D7: is rejected if its sighash byte is 0 (forbidden by BIP-341) or differs from the signed sighash type', () => {
    for (const type of [Transaction.SIGHASH_DEFAULT, Transaction.SIGHASH_ALL]) {
      const psbt = draft('p2tr')
      const prepared = prepare(psbt, 'p2tr')
      const signature = signedKeyPath(psbt)
      Object.assign(psbt.data.inputs[0] ?? {}, { tapKeySig: Uint8Array.from([...signature, type]) })
      expect(() => prepared.check(psbt.toBase64())).toThrow('the signature of input 0')
    }
  })

  it('is accepted with and without a SIGHASH_ALL byte, even if the PSBT names no internal key', () => {
    for (const type of [undefined, Transaction.SIGHASH_ALL]) {
      const signed = draft('p2tr', type === undefined ? {} : { sighashType: type })
      expect(signedKeyPath(signed)).toHaveLength(type === undefined ? 64 : 65)
      for (const hasInternalKey of [true, false])
        expect(() => prepare(draft('p2tr', { hasInternalKey }), 'p2tr').check(signed.toBase64())).not.toThrow()
    }
  })
})

describe('the answer of a wallet that broadcasts a PSBT itself', () => {
  const given = draft('p2wpkh').signInput(2, stranger)
  const signed = Psbt.fromBase64(given.toBase64()).signInput(0, key).signInput(1, key)
  const session = { accounts, caipNetworkId: 'bip122:x' }
  const sent = Psbt.fromBase64(signed.toBase64()).finalizeAllInputs().extractTransaction().getId()

  function provider(more: Partial<BitcoinWallet>) {
    return createProvider({
      connect: async () => session,
      signMessage: async () => '',
      signPsbt: async () => signed.toBase64(),
      watch: () => () => undefined,
      ...more,
    })
  }
  const send = async (more: Partial<BitcoinWallet>) => {
    const wallet = provider(more)
    await wallet.connect({ silent: false })
    return wallet.signPsbt({ psbt: given.toBase64(), broadcast: true })
  }

  it('D7: fails with the expected and the reported id if the wallet reports another transaction id', async () => {
    const other = 'ff'.repeat(32)
    const lyingWallet = { send: async () => other, signAndSend: async () => ({ psbt: signed.toBase64(), txid: other }) }
    await expect(send({ send: lyingWallet.send })).rejects.toThrow(sent)
    await expect(send({ signAndSend: lyingWallet.signAndSend })).rejects.toThrow(new RegExp(`${sent}.*${other}`))
  })

  it('is accepted with the expected transaction id, whether the PSBT is finalized or not', async () => {
    await expect(send({ send: async () => sent })).resolves.toMatchObject({ txid: sent })
    for (const psbt of [signed, Psbt.fromBase64(signed.toBase64()).finalizeAllInputs()])
      await expect(send({ signAndSend: async () => ({ psbt: psbt.toBase64(), txid: sent }) })).resolves.toMatchObject({
        txid: sent,
      })
  })

  it('A3: fails with INVALID_DATA if it is not a PSBT', async () => {
    for (const psbt of ['', 'AAAA', 'x'.repeat(1000)])
      await expect(send({ send: async () => sent, signPsbt: async () => psbt })).rejects.toMatchObject({
        code: 'INVALID_DATA',
      })
  })
})
