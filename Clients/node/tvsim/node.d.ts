// A world for each test, in the test runner of Node.js.
import {InWorld} from './testing';

export {matrix, server} from './testing';
export const inWorld: InWorld<[context: any]>;
