// A world for each test, in jest.
import {InWorld} from './testing';

export {matrix, server} from './testing';
export const inWorld: InWorld<[]>;
