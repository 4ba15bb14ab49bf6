// A world for each test, in vitest.
import {InWorld} from './testing';

export {matrix, server} from './testing';
export const inWorld: InWorld<any[]>;
