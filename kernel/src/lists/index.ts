export { Finder, type FinderProps } from './finder.js'
export { FoundCount, type FoundCountProps } from './found-count.js'
export { ListHeading, type ListPosition, LongList, type LongListProps } from './long-list.js'
