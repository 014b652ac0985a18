import { useEffect, useState } from 'react'
import type { AccountToken } from '../../domain/assets/account-tokens.js'

/** Finds the token at an address; `undefined` if there is none, or if the text is no address. */
export type FindToken = (text: string, signal: AbortSignal) => Promise<AccountToken | undefined>

interface TokenAtAddress {
  readonly token?: AccountToken | undefined
  readonly isLooking: boolean
}

/** Shorter texts are no address of any chain family. */
const MIN_LENGTH = 20

/** Token at a pasted address. A reply for an earlier text is ignored. */
export function useTokenAtAddress(text: string, find: FindToken | undefined): TokenAtAddress {
  const wanted = text.trim()
  const [answer, setAnswer] = useState<{ readonly for: string; readonly token: AccountToken | undefined }>()
  const isAddress = find !== undefined && wanted.length >= MIN_LENGTH
  useEffect(() => {
    if (!isAddress) return undefined
    const controller = new AbortController()
    const settle = (token?: AccountToken): void => {
      if (!controller.signal.aborted) setAnswer({ for: wanted, token })
    }
    find(wanted, controller.signal).then(settle, () => settle())
    return () => controller.abort()
  }, [isAddress, find, wanted])
  if (!isAddress) return { isLooking: false }
  return answer?.for === wanted ? { token: answer.token, isLooking: false } : { isLooking: true }
}
