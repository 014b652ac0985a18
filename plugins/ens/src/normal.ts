import { normalize } from 'viem/ens'

/** Whether a name is written as ENS normalizes it (ENSIP-15). One that is not may look like another. */
export const isNormal = (name: string): boolean => {
  try {
    return normalize(name) === name
  } catch {
    return false // viem's way to say that it is no name
  }
}
