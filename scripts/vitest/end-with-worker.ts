import { endChildrenWithThisProcess } from "../processes/end-children.ts";

/** A worker that is killed, or a test that hangs, leaves no program behind. */
endChildrenWithThisProcess();
