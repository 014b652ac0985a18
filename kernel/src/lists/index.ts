export { Finder, type FinderProps } from './Finder.js'
export { LongList, type LongListProps, type Place } from './LongList.js'
