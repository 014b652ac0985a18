import { boolean, optional, strictObject } from 'valibot'

export const options = strictObject({
  /** Leave visitors alone whose wallet is on a network that the site does not list. */
  allowUnsupportedChain: optional(boolean()),
})
