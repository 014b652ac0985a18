export { Finder, type FinderProps } from './Finder.js'
export { FoundCount, type FoundCountProps } from './FoundCount.js'
export { ListHeading, LongList, type LongListProps, type Place } from './LongList.js'
