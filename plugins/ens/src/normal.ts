import { normalize } from 'viem/ens'

/** Whether a name is normalized (ENSIP-15). A name that is not normalized may look like another name. */
export const isNormal = (name: string): boolean => {
  try {
    return normalize(name) === name
  } catch {
    return false // viem throws for an invalid name
  }
}
