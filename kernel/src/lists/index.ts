export { Finder, type FinderProps } from './Finder.js'
export { ListHeading, LongList, type LongListProps, type Place } from './LongList.js'
