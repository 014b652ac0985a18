// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Token that differs from ERC-20 in the same way as MKR: `name` and `symbol` are `bytes32` instead of `string`.
contract RelicToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    bytes32 public immutable name;
    bytes32 public immutable symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    constructor(bytes32 name_, bytes32 symbol_, uint8 decimals_, address[] memory holders, uint256 each) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = each * holders.length;
        for (uint256 i = 0; i < holders.length; i++) {
            balanceOf[holders[i]] += each;
            emit Transfer(address(0), holders[i], each);
        }
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "allowance is too small");
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        require(balanceOf[from] >= value, "balance is too small");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }
}
