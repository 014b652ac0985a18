import { normalize } from 'viem/ens'

/** Whether a name is normalized (ENSIP-15). One that is not may look like another. */
export const isNormal = (name: string): boolean => {
  try {
    return normalize(name) === name
  } catch {
    return false // viem throws if it is not a name
  }
}
