import type { Psbt } from 'bitcoinjs-lib'
import { script } from 'bitcoinjs-lib'

type Input = Psbt['data']['inputs'][number]

/** The signatures of one input, and what a wallet may add that is needed to check them. */
export type InputSignatures = Pick<
  Input,
  'partialSig' | 'tapKeySig' | 'tapScriptSig' | 'redeemScript' | 'witnessScript' | 'tapLeafScript'
>

/** The items of a serialised witness. Only the short counts of single-key inputs are read. */
function readWitness(bytes: Uint8Array): readonly Uint8Array[] {
  const [count = 0] = bytes
  const items: Uint8Array[] = []
  for (let at = 1; items.length < count && at < bytes.length; ) {
    const length = bytes[at] ?? 0
    items.push(bytes.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  return items
}

/** The signature in an input that the wallet has finished: of a single key, or of taproot's key path. */
function finishedSignatures({ finalScriptSig, finalScriptWitness }: Input): InputSignatures | undefined {
  const items = finalScriptWitness
    ? readWitness(finalScriptWitness)
    : (script.decompile(finalScriptSig ?? new Uint8Array()) ?? []).filter((item) => item instanceof Uint8Array)
  const [signature, pubkey, more] = items
  if (!signature || more) return undefined
  if (!pubkey) return { tapKeySig: signature }
  return { partialSig: [{ pubkey, signature }] }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** What was signed between two states of a PSBT; `undefined` where nothing was. */
export function newSignatures(before: Psbt, after: Psbt, index: number): InputSignatures | undefined {
  const old = before.data.inputs[index]
  const input = after.data.inputs[index]
  if (!old || !input) return undefined
  if (input.finalScriptSig || input.finalScriptWitness) return withScripts(old, input, finishedSignatures(input))
  const partialSig = input.partialSig?.filter(
    ({ pubkey }) => !old.partialSig?.some((known) => sameBytes(known.pubkey, pubkey)),
  )
  const tapScriptSig = input.tapScriptSig?.filter(
    ({ signature }) => !old.tapScriptSig?.some((known) => sameBytes(known.signature, signature)),
  )
  const added: InputSignatures = {
    ...(partialSig?.length && { partialSig }),
    ...(tapScriptSig?.length && { tapScriptSig }),
    ...(input.tapKeySig && !old.tapKeySig && { tapKeySig: input.tapKeySig }),
  }
  return Object.keys(added).length > 0 ? withScripts(old, input, added) : undefined
}

/** Scripts that the site left to the wallet. Their hashes are in the outputs that are spent, so they cannot be others. */
const withScripts = (old: Input, input: Input, added: InputSignatures | undefined): InputSignatures | undefined =>
  added && {
    ...added,
    ...(input.redeemScript && !old.redeemScript && { redeemScript: input.redeemScript }),
    ...(input.witnessScript && !old.witnessScript && { witnessScript: input.witnessScript }),
  }
