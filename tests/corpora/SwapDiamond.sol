// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Erc20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function approve(address spender, uint256 value) external returns (bool);
}

interface Wrapped is Erc20 {
    function depositTo(address to) external payable;
    function withdrawTo(address payable to, uint256 value) external;
}

interface Pair {
    function token0() external view returns (address);
    function reserve0() external view returns (uint256);
    function reserve1() external view returns (uint256);
    function swap(uint256 out0, uint256 out1, address to) external;
}

interface Pairs {
    function pairOf(address tokenA, address tokenB) external view returns (address);
}

/// Collects fees in tokens and coins, with the functions of LI.FI's fee collector.
contract FeeCollector {
    function collectTokenFees(address token, uint256 integratorFee, uint256 lifiFee, address) external {
        Erc20(token).transferFrom(msg.sender, address(this), integratorFee + lifiFee);
    }

    function collectNativeFees(uint256 integratorFee, uint256 lifiFee, address) external payable {
        require(msg.value >= integratorFee + lifiFee, "the fee is missing");
    }
}

/// Trades in the sandbox's pools without the sandbox's router, so that no router fee is paid.
contract PathExchange {
    Wrapped private immutable wrapped;
    Pairs private immutable pairs;

    constructor(Wrapped wrapped_, Pairs pairs_) {
        wrapped = wrapped_;
        pairs = pairs_;
    }

    receive() external payable {}

    function amountOut(uint256 amount, address[] calldata path) external view returns (uint256) {
        for (uint256 i = 1; i < path.length; i++) amount = step(amount, path[i - 1], path[i]);
        return amount;
    }

    function exchange(uint256 amount, address[] calldata path, bool toCoin) external payable {
        address first = pairs.pairOf(path[0], path[1]);
        if (msg.value > 0) wrapped.depositTo{value: msg.value}(first);
        else Erc20(path[0]).transferFrom(msg.sender, first, amount);
        for (uint256 i = 1; i < path.length; i++) {
            Pair pair = Pair(pairs.pairOf(path[i - 1], path[i]));
            uint256 out = step(amount, path[i - 1], path[i]);
            bool isLast = i + 1 == path.length;
            address to = isLast ? (toCoin ? address(this) : msg.sender) : pairs.pairOf(path[i], path[i + 1]);
            bool isFirst = pair.token0() == path[i - 1];
            pair.swap(isFirst ? 0 : out, isFirst ? out : 0, to);
            amount = out;
        }
        if (toCoin) wrapped.withdrawTo(payable(msg.sender), amount);
    }

    function step(uint256 amount, address from, address to) private view returns (uint256) {
        Pair pair = Pair(pairs.pairOf(from, to));
        (uint256 reserveIn, uint256 reserveOut) = (pair.reserve0(), pair.reserve1());
        if (pair.token0() != from) (reserveIn, reserveOut) = (reserveOut, reserveIn);
        uint256 effective = amount * 997;
        return (effective * reserveOut) / (reserveIn * 1000 + effective);
    }
}

/// Test bridge for a local chain. It locks deposits on one chain; its owner, in the role of the relayer, pays each out once on the other chain
/// or refunds it.
contract SpokePool {
    struct Deposit {
        address token;
        uint256 amount;
        uint256 chainId;
        address outputToken;
        uint256 outputAmount;
        address receiver;
        address refundTo;
    }

    address private immutable owner = msg.sender;
    Wrapped private immutable wrapped;
    mapping(bytes32 => Deposit) public deposits;
    mapping(bytes32 => bool) public paid;

    constructor(Wrapped wrapped_) {
        wrapped = wrapped_;
    }

    receive() external payable {}

    modifier onlyOwner() {
        require(msg.sender == owner, "only the relayer");
        _;
    }

    function lock(bytes32 id, Deposit calldata given) external payable {
        require(deposits[id].amount == 0 && given.amount > 0, "this id is taken");
        require(msg.value == (given.token == address(0) ? given.amount : 0), "the coins do not match");
        if (given.token != address(0)) Erc20(given.token).transferFrom(msg.sender, address(this), given.amount);
        deposits[id] = given;
    }

    function refund(bytes32 id) external onlyOwner {
        Deposit memory one = deposits[id];
        delete deposits[id];
        if (one.token != address(0)) {
            Erc20(one.token).transfer(one.refundTo, one.amount);
            return;
        }
        (bool done,) = one.refundTo.call{value: one.amount}("");
        require(done, "the coins were not taken");
    }

    function fill(bytes32 id, address token, uint256 amount, address to) external onlyOwner {
        require(!paid[id], "paid already");
        paid[id] = true;
        // like Across: accounts without code receive the native coin instead of its wrapped token
        if (token == address(wrapped) && to.code.length == 0) wrapped.withdrawTo(payable(to), amount);
        else Erc20(token).transfer(to, amount);
    }
}

/// Replaces LI.FI's contract on a local chain. The functions for swaps on one chain run the given calls, pay the whole output to the receiver and
/// revert below the minimum. The functions of the Across facet lock the payment in the bridge contract. Unlike this contract, LI.FI's contract calls
/// only contracts on its list.
contract SwapDiamond {
    struct BridgeData {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address referrer;
        address sendingAssetId;
        address receiver;
        uint256 minAmount;
        uint256 destinationChainId;
        bool hasSourceSwaps;
        bool hasDestinationCall;
    }

    struct AcrossData {
        bytes32 receiverAddress;
        bytes32 refundAddress;
        bytes32 sendingAssetId;
        bytes32 receivingAssetId;
        uint256 outputAmount;
        uint128 outputAmountMultiplier;
        bytes32 exclusiveRelayer;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityParameter;
        bytes message;
    }

    struct SwapData {
        address callTo;
        address approveTo;
        address sendingAssetId;
        address receivingAssetId;
        uint256 fromAmount;
        bytes callData;
        bool requiresDeposit;
    }

    SpokePool private immutable pool;

    constructor(SpokePool pool_) {
        pool = pool_;
    }

    receive() external payable {}

    function startBridgeTokensViaAcrossV4(BridgeData calldata bridge, AcrossData calldata across) external payable {
        address token = bridge.sendingAssetId;
        if (token != address(0)) Erc20(token).transferFrom(msg.sender, address(this), bridge.minAmount);
        else require(msg.value == bridge.minAmount, "the coins do not match");
        lock(bridge, across, bridge.minAmount, across.outputAmount);
    }

    function swapAndStartBridgeTokensViaAcrossV4(BridgeData calldata bridge, SwapData[] calldata all, AcrossData calldata across) external payable {
        address token = bridge.sendingAssetId;
        uint256 before = held(token) - (token == address(0) ? msg.value : 0);
        runAll(all);
        uint256 arrived = held(token) - before;
        require(arrived >= bridge.minAmount, "less than the minimum would be sent");
        lock(bridge, across, arrived, (arrived * across.outputAmountMultiplier) / 1e18);
    }

    function held(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : Erc20(token).balanceOf(address(this));
    }

    function lock(BridgeData calldata bridge, AcrossData calldata across, uint256 amount, uint256 output) private {
        address token = bridge.sendingAssetId;
        if (token != address(0)) Erc20(token).approve(address(pool), amount);
        pool.lock{value: token == address(0) ? amount : 0}(bridge.transactionId, SpokePool.Deposit(
            token, amount, bridge.destinationChainId, word(across.receivingAssetId), output, word(across.receiverAddress), word(across.refundAddress)
        ));
    }

    function word(bytes32 given) private pure returns (address) {
        return address(uint160(uint256(given)));
    }

    function swapTokensSingleV3ERC20ToERC20(bytes32, string calldata, string calldata, address payable to, uint256 least, SwapData calldata one) external {
        deposit(one);
        run(one);
        pay(one.receivingAssetId, to, least);
    }

    function swapTokensSingleV3ERC20ToNative(bytes32, string calldata, string calldata, address payable to, uint256 least, SwapData calldata one) external {
        deposit(one);
        run(one);
        pay(address(0), to, least);
    }

    function swapTokensSingleV3NativeToERC20(bytes32, string calldata, string calldata, address payable to, uint256 least, SwapData calldata one) external payable {
        run(one);
        pay(one.receivingAssetId, to, least);
    }

    function swapTokensMultipleV3ERC20ToERC20(bytes32, string calldata, string calldata, address payable to, uint256 least, SwapData[] calldata all) external {
        runAll(all);
        pay(all[all.length - 1].receivingAssetId, to, least);
    }

    function swapTokensMultipleV3ERC20ToNative(bytes32, string calldata, string calldata, address payable to, uint256 least, SwapData[] calldata all) external {
        runAll(all);
        pay(address(0), to, least);
    }

    function swapTokensMultipleV3NativeToERC20(bytes32, string calldata, string calldata, address payable to, uint256 least, SwapData[] calldata all) external payable {
        runAll(all);
        pay(all[all.length - 1].receivingAssetId, to, least);
    }

    function runAll(SwapData[] calldata all) private {
        for (uint256 i = 0; i < all.length; i++) {
            if (all[i].requiresDeposit && all[i].sendingAssetId != address(0)) deposit(all[i]);
        }
        for (uint256 i = 0; i < all.length; i++) run(all[i]);
    }

    function deposit(SwapData calldata one) private {
        Erc20(one.sendingAssetId).transferFrom(msg.sender, address(this), one.fromAmount);
    }

    function run(SwapData calldata one) private {
        bool isCoin = one.sendingAssetId == address(0);
        if (!isCoin) Erc20(one.sendingAssetId).approve(one.approveTo, one.fromAmount);
        (bool done,) = one.callTo.call{value: isCoin ? one.fromAmount : 0}(one.callData);
        require(done, "a swap of the route failed");
    }

    function pay(address token, address payable to, uint256 least) private {
        uint256 arrived = token == address(0) ? address(this).balance : Erc20(token).balanceOf(address(this));
        require(arrived >= least, "less than the minimum would arrive");
        if (token != address(0)) {
            Erc20(token).transfer(to, arrived);
            return;
        }
        (bool paid,) = to.call{value: arrived}("");
        require(paid, "the coins were not taken");
    }
}
