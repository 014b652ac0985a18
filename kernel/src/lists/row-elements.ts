import type { RefObject } from 'react'

export interface ListRefs {
  readonly list: RefObject<HTMLUListElement | null>
  /** Hidden element between the items of `LongListProps.before` and the virtual rows. */
  readonly divider: RefObject<HTMLLIElement | null>
}

/** Rendered rows of a list, without spacers. */
export interface RowElements {
  readonly items: readonly Element[]
  /** Number of items of `LongListProps.before`. */
  readonly beforeCount: number
}

export function rowElements({ list, divider }: ListRefs): RowElements {
  const all: readonly Element[] = [...(list.current?.children ?? [])]
  const items = all.filter((item) => item !== divider.current && item.getAttribute('aria-hidden') !== 'true')
  return { items, beforeCount: divider.current ? all.indexOf(divider.current) : 0 }
}

/** Converts an index in {@link RowElements.items} to a position in the whole list, which includes the items of `LongListProps.before`. */
export const positionOf = (at: number, beforeCount: number, renderedRows: readonly number[]): number =>
  at < beforeCount ? at : beforeCount + (renderedRows[at - beforeCount] ?? 0)
