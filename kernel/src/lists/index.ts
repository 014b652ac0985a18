export { Finder, type FinderProps } from './finder.js'
export { FoundCount, type FoundCountProps } from './found-count.js'
export { ListHeading, LongList, type LongListProps, type Place } from './long-list.js'
