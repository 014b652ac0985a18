import type { RefObject } from 'react'

export interface ListRefs {
  readonly list: RefObject<HTMLUListElement | null>
  /** Element between the rows of any height and the virtual part. */
  readonly divider: RefObject<HTMLLIElement | null>
}

/** Rendered rows that can have the focus. */
export interface RowElements {
  readonly items: readonly Element[]
  /** Number of rows before the virtual part. */
  readonly first: number
}

export function rowElements({ list, divider }: ListRefs): RowElements {
  const all: readonly Element[] = [...(list.current?.children ?? [])]
  const items = all.filter((item) => item !== divider.current && item.getAttribute('aria-hidden') !== 'true')
  return { items, first: divider.current ? all.indexOf(divider.current) : 0 }
}

/** Position in the whole list of the rendered row at `at`. `drawn` are the rendered indexes of the virtual part. */
export const positionOf = (at: number, first: number, drawn: readonly number[]): number =>
  at < first ? at : first + (drawn[at - first] ?? 0)
