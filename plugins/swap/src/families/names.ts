/** Chain families with swaps. */
const names = ['eip155', 'solana'] as const

export type FamilyName = (typeof names)[number]

export const isFamily = (namespace: string | undefined): namespace is FamilyName =>
  names.some((name) => name === namespace)
